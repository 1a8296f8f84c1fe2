import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import { longText } from '#src/fields/field.ts'
import { only } from '#src/server/database/only.ts'
import { propose } from '#src/server/proposals/proposals.ts'
import type { Engine } from '../versions/engine.ts'
import { ownForm, textsAt as texts } from './copying.ts'
import { insertDraft, standingDesign } from './drafts.ts'
import { type Naming, type NamingRequest, namingOf } from './naming.ts'
import { seatsOf, workflowBasis } from './owned.ts'
import { dropType, showType } from './typeMenu.ts'
import { lockHead, readHead, refuseShipped } from './workflow.ts'

/** The least that can be published: the leader of the department approves one text. */
export function starter(engine: Engine, naming: Naming, group: WorkflowDefinition['group']): Design {
  const starting = (name: string) => texts(engine, `workflow.starter.${name}`)
  return {
    basics: {
      name: naming.name,
      nameEn: naming.nameEn,
      code: naming.code,
      icon: 'form',
      purpose: { zhHans: '', en: '' },
      guide: { zhHans: '', en: '' },
      createRoleKeys: [],
      createDeptIds: [],
    },
    form: {
      sections: [
        { key: 'content', title: starting('section'), fields: { content: longText(2, 1000, { required: true }) } },
      ],
      labels: { content: starting('field') },
    },
    definition: {
      key: naming.key,
      group,
      withdraw: 'whileRunning',
      allowSelf: false,
      repeat: 'preceding',
      states: [
        {
          key: 'deptLeader',
          name: starting('state'),
          kind: 'approve',
          participant: { type: 'deptLeader' },
          mode: 'any',
          emptyPolicy: { type: 'leader' },
          timers: [
            { key: 'half', afterHours: 24, action: 'remind' },
            { key: 'full', afterHours: 48, action: 'remind' },
          ],
          allowTransfer: true,
          allowAddSign: true,
          allowReturn: 'start',
          allowReject: true,
        },
      ],
      transitions: [
        { from: 'start', to: 'deptLeader' },
        { from: 'deptLeader', to: 'end' },
      ],
    },
  }
}

async function insertWorkflow(unit: UnitOfWork, access: Access, design: Design): Promise<number> {
  const { definition, basics } = design
  const now = unit.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into workflow (key, group_key, code, icon, sort, is_shipped, is_offered, status, created_at, created_by, updated_at, updated_by)
    select ${definition.key}, ${definition.group}, ${basics.code}, ${basics.icon}, coalesce(max(sort), 0) + 1, false, true, 'draft',
      ${now}, ${access.userId}, ${now}, ${access.userId} from workflow
    on conflict (key) where deleted_at is null do nothing returning id`.execute(unit.db)
  if (rows.length === 0) throw new RuleError('workflow.keyTaken', definition.key)
  const { id } = only(rows)
  await insertDraft(unit, access, { id }, design, null)
  unit.traced({
    record: 'workflow',
    id,
    before: null,
    after: { key: definition.key, name: basics.name, code: basics.code },
  })
  unit.changed('workflow', id)
  return id
}

/** 20.9 Create: a type of the bureau's own, with a draft to begin from. @throws RuleError workflow.keyTaken. */
export async function createWorkflow(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  request: NamingRequest,
  group: WorkflowDefinition['group'],
): Promise<number> {
  return insertWorkflow(unit, access, starter(engine, await namingOf(unit.db, request), group))
}

/** 20.9 Copy: a new type that begins as another one is. Effects stay with the shipped type. @throws Refusal 4004, RuleError workflow.keyTaken. */
export async function copyWorkflow(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  id: number,
  request: NamingRequest,
): Promise<number> {
  const { key, ...naming } = await namingOf(unit.db, request)
  const head = await readHead(unit.db, id)
  const { definition, form, basics } = await standingDesign(engine, unit.db, head)
  return insertWorkflow(unit, access, {
    basics: { ...basics, ...naming },
    form: head.isShipped ? ownForm(engine, head.key, form) : form,
    definition: { ...definition, key },
  })
}

/** 20.9 Import: a design from elsewhere becomes a type of this bureau. @throws RuleError workflow.keyTaken. */
export async function importWorkflow(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  design: Design,
  request: NamingRequest,
): Promise<number> {
  const { key, ...naming } = await namingOf(unit.db, request)
  return insertWorkflow(unit, access, {
    basics: { ...design.basics, ...naming },
    // A file of a shipped type brings its form, and not the program behind it.
    form: engine.shipped.has(design.definition.key) ? ownForm(engine, design.definition.key, design.form) : design.form,
    definition: { ...design.definition, key },
  })
}

/**
 * 20.9 Disable and Enable: no ticket of a disabled type begins, running ones go on. In a group with an owner it waits
 * for the owner's confirmation (SYS-137). @throws RuleError workflow.notPublished, proposal.waiting, proposal.nobody.
 */
export async function switchWorkflow(
  engine: Engine,
  unit: UnitOfWork,
  access: Access,
  id: number,
  status: WorkflowSwitch['status'],
): Promise<{ readonly proposal: number } | null> {
  const head = await lockHead(unit.db, id)
  if (head.currentVersionId === null) throw new RuleError('workflow.notPublished')
  if (head.status === status) return null
  const seats = seatsOf([head.groupKey])
  if (seats.length === 0) {
    await applySwitch(unit, access.userId, { id, status })
    return null
  }
  const content: WorkflowSwitch = { id, status }
  const { basics } = await standingDesign(engine, unit.db, head)
  return propose(unit, access, {
    kind: 'workflowState',
    subject: `workflow.state:${id}`,
    content,
    basis: (await workflowBasis(unit, content)) ?? '',
    name: basics.name,
    nameEn: basics.nameEn,
    seats,
  })
}

/** A workflow that is to be switched on or off. */
export interface WorkflowSwitch {
  readonly id: number
  readonly status: 'published' | 'disabled'
}

/** Switches a workflow on or off, confirmed where that is needed. */
export async function applySwitch(unit: UnitOfWork, userId: number, { id, status }: WorkflowSwitch): Promise<void> {
  const head = await lockHead(unit.db, id)
  await sql`
    update workflow set status = ${status}, updated_at = ${unit.clock.now()}, updated_by = ${userId}, version = version + 1
    where id = ${id}`.execute(unit.db)
  if (!head.isShipped) await showType(unit, head.key, status === 'published')
  unit.traced({ record: 'workflow', id, before: { status: head.status }, after: { status } })
  unit.changed('workflow', id)
}

/**
 * WFD-06: shipped types stay, and so does whatever has a ticket: that one can be disabled. What runs in a group with an owner is
 * disabled first, which the owner confirms (SYS-137). @throws RuleError rule.WFD-06, workflow.hasTickets, workflow.disableFirst.
 */
export async function removeWorkflow(unit: UnitOfWork, access: Access, id: number): Promise<void> {
  const head = await lockHead(unit.db, id)
  refuseShipped(head)
  if (head.status === 'published' && seatsOf([head.groupKey]).length > 0) throw new RuleError('workflow.disableFirst')
  const { rows } = await sql`select from ticket where type = ${head.key} limit 1`.execute(unit.db)
  if (rows.length > 0) throw new RuleError('workflow.hasTickets')
  const now = unit.clock.now()
  await sql`delete from workflow_version where workflow_id = ${id} and status = 'draft'`.execute(unit.db)
  await sql`
    with own as (delete from permission where split_part(value, ':', 1) = ${head.key} returning id)
    delete from role_permission where permission_id in (select id from own)`.execute(unit.db)
  await dropType(unit, head.key)
  await sql`delete from workflow_favourite where workflow_id = ${id}`.execute(unit.db)
  await sql`
    update workflow set deleted_at = ${now}, updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
    where id = ${id}`.execute(unit.db)
  unit.traced({ record: 'workflow', id, before: { key: head.key, status: head.status }, after: null })
  unit.changed('workflow', id)
}
