import { sql } from 'kysely'
import type { Group, Participant, StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { asksPeople, groupsOf, isGateway } from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import { ListAnswer } from '#src/define/answer.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { ReplaceAnswer, WorkflowBasics, WorkflowStateRow } from '#src/define/workflows/designs.ts'
import type { Reader } from '../queries/lines.ts'
import { contentHash } from '../versions/versions.ts'
import { shippedBasics } from './basics.ts'
import { conditionSentence } from './sentence.ts'

/** Filters of the list (20.9). */
export interface StateQuery {
  readonly page: number
  readonly limit: number
  readonly workflow: number | undefined
  readonly kind: string | undefined
  readonly participantType: string | undefined
  readonly role: string | undefined
  readonly search: string | undefined
}

interface Row {
  readonly id: number
  readonly key: string
  readonly groupKey: string
  readonly code: string
  readonly icon: string
  readonly draftRevision: number
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
  readonly basics: WorkflowBasics | null
}

const groupsIn = (state: StateDefinition): readonly Group[] => [
  ...groupsOf(state.participant),
  ...(state.timers ?? []).flatMap((timer) => (asksPeople(timer) ? groupsOf(timer.to) : [])),
]
const rolesIn = (state: StateDefinition): readonly string[] => [
  ...groupsIn(state).flatMap((group) => (group.type === 'role' ? [group.role] : [])),
  ...(state.emptyPolicy.type === 'toRole' ? [state.emptyPolicy.role] : []),
  ...(state.eligiblePeople?.type === 'named' ? state.eligiblePeople.roles : []),
]

function fits(query: StateQuery, state: StateDefinition, names: readonly string[]): boolean {
  const command = query.search?.toLowerCase() ?? ''
  return (
    (query.kind === undefined || state.kind === query.kind) &&
    (query.participantType === undefined ||
      groupsOf(state.participant).some(({ type }) => type === query.participantType)) &&
    (query.role === undefined || rolesIn(state).includes(query.role)) &&
    [state.key, state.name.zhHans, state.name.en, ...names].some((text) => text.toLowerCase().includes(command))
  )
}

/** 20.9 the states of all workflows: those of the draft where there is one, else those in force. They are few, so they are searched here. */
export async function listStates(
  { engine, unit, language }: Reader,
  query: StateQuery,
): Promise<ListAnswer<WorkflowStateRow>> {
  const { rows } = await sql<Row>`
    select w.id, w.key, w.group_key, w.code, w.icon, coalesce(d.revision, 0) as draft_revision,
      coalesce(d.definition, v.definition) as definition, coalesce(d.form, v.form) as form, coalesce(d.basics, v.basics) as basics
    from workflow w left join workflow_version d on d.workflow_id = w.id and d.status = 'draft'
      left join workflow_version v on v.id = w.current_version_id
    where w.deleted_at is null and (${query.workflow ?? null}::bigint is null or w.id = ${query.workflow ?? null}::bigint)
    order by w.sort, w.id`.execute(unit.db)
  const found = rows.flatMap((row) => {
    const basics = row.basics ?? shippedBasics(engine, row)
    const form = { type: row.key, fields: formFieldsOf(row.form), labels: row.form.labels ?? {} }
    return row.definition.states.flatMap((state, sort): WorkflowStateRow[] =>
      !isGateway(state) && fits(query, state, [row.key, basics.name, basics.nameEn])
        ? [
            {
              id: `${row.id}:${state.key}`,
              workflowId: row.id,
              workflowKey: row.key,
              workflowName: language === 'en' ? basics.nameEn : basics.name,
              group: row.groupKey,
              draftRevision: row.draftRevision,
              sort: sort + 1,
              state,
              condition: state.enterWhen ? conditionSentence(engine.texts, language, form, state.enterWhen) : null,
            },
          ]
        : [],
    )
  })
  const page = found.slice((query.page - 1) * query.limit, query.page * query.limit)
  return new ListAnswer(page, { page: query.page, limit: query.limit, total: found.length })
}

const groupWith = (group: Group, from: string, to: string): Group =>
  group.type === 'role' && group.role === from ? { ...group, role: to } : group
const participantWith = (participant: Participant, from: string, to: string): Participant =>
  participant.type === 'several'
    ? { ...participant, of: participant.of.map((group) => groupWith(group, from, to)) }
    : groupWith(participant, from, to)

/** The state with one role in the place of another, wherever it names it. */
export function withRole(state: StateDefinition, from: string, to: string): StateDefinition {
  const { emptyPolicy, timers, eligiblePeople } = state
  return {
    ...state,
    participant: participantWith(state.participant, from, to),
    emptyPolicy:
      emptyPolicy.type === 'toRole' && emptyPolicy.role === from ? { ...emptyPolicy, role: to } : emptyPolicy,
    ...(eligiblePeople?.type === 'named' && {
      eligiblePeople: {
        ...eligiblePeople,
        roles: [...new Set(eligiblePeople.roles.map((role) => (role === from ? to : role)))],
      },
    }),
    ...(timers && {
      timers: timers.map((timer) =>
        asksPeople(timer) ? { ...timer, to: participantWith(timer.to, from, to) } : timer,
      ),
    }),
  }
}

interface DraftRow {
  readonly id: number
  readonly workflowId: number
  readonly definition: WorkflowDefinition
  readonly form: FormDefinition
}

/** 20.9 "replace role A by B" in all drafts; what is published stays until it is published again. @throws RuleError workflow.roleUnknown. */
export async function replaceRole(unit: UnitOfWork, access: Access, from: string, to: string): Promise<ReplaceAnswer> {
  const { rows: known } = await sql`select from role where key = ${to} and state and deleted_at is null`.execute(
    unit.db,
  )
  if (known.length === 0) throw new RuleError('workflow.roleUnknown', to)
  const { rows } = await sql<DraftRow>`
    select v.id, v.workflow_id, v.definition, v.form from workflow_version v join workflow w on w.id = v.workflow_id
    where v.status = 'draft' and w.deleted_at is null order by w.id for update of w`.execute(unit.db)
  let [drafts, states] = [0, 0]
  for (const { id, workflowId, definition, form } of rows) {
    const touched = definition.states.filter((state) => rolesIn(state).includes(from))
    if (touched.length === 0) continue
    const changed = { ...definition, states: definition.states.map((state) => withRole(state, from, to)) }
    await sql`
      update workflow_version set definition = ${JSON.stringify(changed)}::json, content_hash = ${contentHash(changed, form)},
        revision = revision + 1, updated_at = ${unit.clock.now()}, updated_by = ${access.userId} where id = ${id}`.execute(
      unit.db,
    )
    drafts += 1
    states += touched.length
    unit.traced({
      record: 'workflow',
      id: workflowId,
      before: { role: from },
      after: { role: to, states: touched.length },
    })
    unit.changed('workflow', workflowId)
  }
  return { drafts, states }
}

/** Roles by key, for the filter and the replacement: a reader of workflows need not be one of roles. */
export async function listRoles({
  unit,
  language,
}: Reader): Promise<readonly { readonly key: string; readonly name: string }[]> {
  const { rows } = await sql<{ key: string; name: string; nameEn: string }>`
    select key, name, name_en from role where state and deleted_at is null order by sort, id`.execute(unit.db)
  return rows.map(({ key, name, nameEn }) => ({ key, name: language === 'en' ? nameEn : name }))
}
