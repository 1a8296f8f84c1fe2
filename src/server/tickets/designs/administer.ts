import { sql } from 'kysely'
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import type { Access } from '#src/define/access.ts'
import type { FormDefinition } from '#src/define/application.ts'
import type { Design } from '#src/define/designs.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'
import { longText } from '#src/fields/field.ts'
import { only } from '#src/server/database/only.ts'
import type { Engine } from '../engine.ts'
import { insertDraft, standingDesign } from './drafts.ts'
import { type Naming, type NamingAsked, namingOf } from './naming.ts'
import { dropType, showType } from './typeMenu.ts'
import { lockHead, readHead, refuseShipped } from './workflow.ts'

const texts = (engine: Engine, key: string) => ({
  zhHans: engine.texts.find('zhHans', key) ?? '',
  en: engine.texts.find('en', key) ?? '',
})

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
          emptyPolicy: { type: 'toRole', role: 'sysAdmin' },
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

async function insertWorkflow(base: Base, access: Access, design: Design): Promise<number> {
  const { definition, basics } = design
  const now = base.clock.now()
  const { rows } = await sql<{ id: number }>`
    insert into workflow (key, group_key, code, icon, sort, is_shipped, is_offered, status, created_at, created_by, updated_at, updated_by)
    select ${definition.key}, ${definition.group}, ${basics.code}, ${basics.icon}, coalesce(max(sort), 0) + 1, false, true, 'draft',
      ${now}, ${access.userId}, ${now}, ${access.userId} from workflow
    on conflict (key) where deleted_at is null do nothing returning id`.execute(base.db)
  if (rows.length === 0) throw new RuleError('workflow.keyTaken', definition.key)
  const { id } = only(rows)
  await insertDraft(base, access, { id }, design, null)
  base.traced({
    record: 'workflow',
    id,
    before: null,
    after: { key: definition.key, name: basics.name, code: basics.code },
  })
  base.changed('workflow', id)
  return id
}

/** 20.9 Create: a type of the bureau's own, with a draft to begin from. @throws RuleError workflow.keyTaken. */
export async function createWorkflow(
  engine: Engine,
  base: Base,
  access: Access,
  asked: NamingAsked,
  group: WorkflowDefinition['group'],
): Promise<number> {
  return insertWorkflow(base, access, starter(engine, await namingOf(base.db, asked), group))
}

/** Fields of a shipped form become the bureau's own: named as the catalogue names them, and nothing computes them any more. */
function ownForm(engine: Engine, key: string, form: FormDefinition): FormDefinition {
  const sections = form.sections.map((section) => ({
    ...section,
    title: section.title ?? texts(engine, `applications.${key}.sections.${section.key}`),
    fields: Object.fromEntries(
      Object.entries(section.fields).map(([name, { computed: _, ...field }]) => [
        name,
        field as (typeof section.fields)[string],
      ]),
    ),
  }))
  const paths = sections.flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => [
      name,
      ...(field.kind === 'lines' ? Object.keys(field.fields).map((cell) => `${name}.${cell}`) : []),
    ]),
  )
  const labels = Object.fromEntries(
    paths.map((path) => [path, form.labels?.[path] ?? texts(engine, `applications.${key}.fields.${path}`)]),
  )
  return { ...form, sections, labels }
}

/** 20.9 Copy: a new type that begins as another one is. Effects stay with the shipped type. @throws Refusal 4004, RuleError workflow.keyTaken. */
export async function copyWorkflow(
  engine: Engine,
  base: Base,
  access: Access,
  id: number,
  asked: NamingAsked,
): Promise<number> {
  const { key, ...naming } = await namingOf(base.db, asked)
  const head = await readHead(base.db, id)
  const { definition, form, basics } = await standingDesign(engine, base.db, head)
  return insertWorkflow(base, access, {
    basics: { ...basics, ...naming },
    form: head.isShipped ? ownForm(engine, head.key, form) : form,
    definition: { ...definition, key },
  })
}

/** 20.9 Import: a design from elsewhere becomes a type of this bureau. @throws RuleError workflow.keyTaken. */
export async function importWorkflow(base: Base, access: Access, design: Design, asked: NamingAsked): Promise<number> {
  const { key, ...naming } = await namingOf(base.db, asked)
  return insertWorkflow(base, access, {
    basics: { ...design.basics, ...naming },
    form: design.form,
    definition: { ...design.definition, key },
  })
}

/** 20.9 Disable and Enable: nobody begins a ticket of a disabled type, those that run go on. @throws RuleError workflow.notPublished. */
export async function switchWorkflow(
  base: Base,
  access: Access,
  id: number,
  status: 'published' | 'disabled',
): Promise<void> {
  const head = await lockHead(base.db, id)
  if (head.currentVersionId === null) throw new RuleError('workflow.notPublished')
  if (head.status === status) return
  await sql`
    update workflow set status = ${status}, updated_at = ${base.clock.now()}, updated_by = ${access.userId}, version = version + 1
    where id = ${id}`.execute(base.db)
  if (!head.isShipped) await showType(base, head.key, status === 'published')
  base.traced({ record: 'workflow', id, before: { status: head.status }, after: { status } })
  base.changed('workflow', id)
}

/** WFD-06: shipped types stay, and so does whatever has a ticket: that one can be disabled. @throws RuleError rule.WFD-06, workflow.hasTickets. */
export async function removeWorkflow(base: Base, access: Access, id: number): Promise<void> {
  const head = await lockHead(base.db, id)
  refuseShipped(head)
  const { rows } = await sql`select from ticket where type = ${head.key} limit 1`.execute(base.db)
  if (rows.length > 0) throw new RuleError('workflow.hasTickets')
  const now = base.clock.now()
  await sql`delete from workflow_version where workflow_id = ${id} and status = 'draft'`.execute(base.db)
  await sql`
    with own as (delete from permission where split_part(value, ':', 1) = ${head.key} returning id)
    delete from role_permission where permission_id in (select id from own)`.execute(base.db)
  await dropType(base, head.key)
  await sql`delete from workflow_favourite where workflow_id = ${id}`.execute(base.db)
  await sql`
    update workflow set deleted_at = ${now}, updated_at = ${now}, updated_by = ${access.userId}, version = version + 1
    where id = ${id}`.execute(base.db)
  base.traced({ record: 'workflow', id, before: { key: head.key, status: head.status }, after: null })
  base.changed('workflow', id)
}
