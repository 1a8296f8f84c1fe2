import { sql } from 'kysely'
import {
  asksPeople,
  type Group,
  groupsOf,
  isGateway,
  type StateDefinition,
  stopgapOf,
} from '#machines/ticket/definition/definition.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Executor } from '#src/define/server.ts'
import type { Design } from '#src/define/workflows/designs.ts'
import { sourceOf } from '#src/fields/walk.ts'
import { only } from '#src/server/database/only.ts'
import { type ServerFault, serverFault } from './serverFault.ts'

/** What a design says of people, as it is today. */
interface Staff {
  /** Keys of roles, each with how many people hold it and can act. */
  readonly roles: Readonly<Record<string, number>>
  /** Keys of departments, with their people who can act. */
  readonly departments: Readonly<Record<string, number>>
  readonly departmentIds: readonly number[]
  /** People who can act. */
  readonly people: readonly number[]
  /** Those of them who hold an administrator role. */
  readonly administrators: readonly number[]
}

const groupsIn = (state: StateDefinition): readonly Group[] => [
  ...groupsOf(state.participant),
  ...(state.timers ?? []).flatMap((timer) => (asksPeople(timer) ? groupsOf(timer.to) : [])),
]
const rolesIn = (groups: readonly Group[]) => groups.flatMap((group) => (group.type === 'role' ? [group.role] : []))
const departmentsIn = (groups: readonly Group[]) =>
  groups.flatMap((group) => ('dept' in group && group.dept !== undefined ? [group.dept] : []))
/** With those whom empty policies name. */
const namedIn = (state: StateDefinition): readonly Group[] => [...groupsIn(state), ...[stopgapOf(state) ?? []].flat()]
/** Whom its people may call in (25.5). */
const eligiblePeopleOf = ({ eligiblePeople }: StateDefinition) =>
  eligiblePeople?.type === 'named' ? eligiblePeople : { departments: [], roles: [] }
const peopleIn = (groups: readonly Group[]) => groups.flatMap((group) => (group.type === 'user' ? [group.userId] : []))

async function readStaff(db: Executor, { definition, basics, form }: Design): Promise<Staff> {
  const groups = definition.states.flatMap(namedIn)
  const named = definition.states.map(eligiblePeopleOf)
  const called = {
    roles: named.flatMap(({ roles }) => roles),
    departments: named.flatMap((one) => one.departments),
  }
  const picked = form.sections.flatMap((section) =>
    Object.values(section.fields).flatMap((field) => {
      const source = sourceOf(field)
      return source?.to === 'person' && source.role !== undefined ? [source.role] : []
    }),
  )
  const { rows } = await sql<Staff>`
    with able as (select id, dept_id from app_user where state and deleted_at is null)
    select
      (select coalesce(json_object_agg(r.key, (select count(*) from user_role m join able on able.id = m.user_id where m.role_id = r.id)), '{}')
        from role r where r.state and r.deleted_at is null and r.key = any(${[...rolesIn(groups), ...called.roles, ...picked, ...basics.createRoleKeys]}::text[])) as roles,
      (select coalesce(json_object_agg(d.key, (select count(*) from able where able.dept_id = d.id)), '{}')
        from department d where d.deleted_at is null and d.key = any(${[...departmentsIn(groups), ...called.departments]}::text[])) as departments,
      (select coalesce(json_agg(d.id), '[]') from department d
        where d.deleted_at is null and d.id = any(${basics.createDeptIds}::bigint[])) as department_ids,
      (select coalesce(json_agg(id), '[]') from able where id = any(${peopleIn(groups)}::bigint[])) as people,
      (select coalesce(json_agg(id), '[]') from able where id = any(${peopleIn(groups)}::bigint[]) and is_administrator(id)) as administrators`.execute(
    db,
  )
  return only(rows)
}

/** Faults, and what is worth knowing but refuses nothing. */
export interface StaffFound {
  readonly faults: readonly ServerFault[]
  readonly warnings: readonly ServerFault[]
}

/** A group without people today. */
function isEmpty(staff: Staff, group: Group): boolean {
  if (group.type === 'role') return (staff.roles[group.role] ?? 0) === 0
  if (group.type === 'dept') return (staff.departments[group.dept] ?? 0) === 0
  return group.type === 'user' && !staff.people.includes(group.userId)
}

/** The most people a group can name today; null where only the ticket will tell. */
function sizeOf(staff: Staff, group: Group, form: Design['form']): number | null {
  if (group.type === 'role') return staff.roles[group.role] ?? 0
  if (group.type === 'dept') return staff.departments[group.dept] ?? 0
  if (group.type === 'previous') return null
  if (group.type !== 'formField') return 1
  const field = formFieldsOf(form)[group.field]
  return field?.kind === 'people' ? field.max : 1
}

/** 25.1: the state requires more approvals than there can be people. Leaders and named people are counted without a query. */
function countFaults(staff: Staff, state: StateDefinition, form: Design['form']): readonly ServerFault[] {
  const { key, mode, count = 1, participant } = state
  if (mode !== 'count' && mode !== 'perGroup') return []
  const groups = groupsOf(participant)
  if (!groups.some(({ type }) => type === 'role' || type === 'dept' || type === 'formField')) return []
  const sizes = groups.map((group) => sizeOf(staff, group, form) ?? Number.POSITIVE_INFINITY)
  const places = mode === 'perGroup' ? Math.min(...sizes) : sizes.reduce((sum, size) => sum + size, 0)
  return count > Math.max(1, places) ? [serverFault('25.1', 'countTooHigh', key, { places })] : []
}

/** WFD-02: the roles, departments and people that a design names exist. A role without holders is a warning, and a fault where an empty state would stop the ticket. */
export async function staffFaults(db: Executor, design: Design): Promise<StaffFound> {
  const staff = await readStaff(db, design)
  const faults: ServerFault[] = []
  const warnings: ServerFault[] = []
  for (const state of design.definition.states) {
    const groups = groupsIn(state)
    const called = eligiblePeopleOf(state)
    for (const role of [...rolesIn(groups), ...called.roles])
      if (staff.roles[role] === undefined) faults.push(serverFault('WFD-02', 'roleUnknown', state.key, { role }))
    for (const dept of [...departmentsIn(groups), ...called.departments])
      if (staff.departments[dept] === undefined) faults.push(serverFault('WFD-02', 'deptUnknown', state.key, { dept }))
    // SYS-131: copies are for everybody, work is not.
    if (state.kind !== 'cc' && peopleIn(namedIn(state)).some((person) => staff.administrators.includes(person)))
      faults.push(serverFault('SYS-131', 'administratorNamed', state.key))
    const own = groupsOf(state.participant)
    if (!isGateway(state) && own.every((group) => isEmpty(staff, group)))
      (state.emptyPolicy.type === 'block' ? faults : warnings).push(serverFault('WFD-02', 'nobody', state.key))
    faults.push(...countFaults(staff, state, design.form))
    const { emptyPolicy } = state
    const stopgap = stopgapOf(state)
    if (stopgap !== null && isEmpty(staff, stopgap))
      faults.push(
        emptyPolicy.type === 'toRole'
          ? serverFault('WFD-02', 'fallbackNobody', state.key, { role: emptyPolicy.role })
          : serverFault('WFD-02', 'fallbackGone', state.key),
      )
  }
  const { createRoleKeys, createDeptIds } = design.basics
  for (const role of createRoleKeys)
    if (staff.roles[role] === undefined) faults.push(serverFault('APP-01', 'createRole', null, { role }))
  if (createDeptIds.some((id) => !staff.departmentIds.includes(id)))
    faults.push(serverFault('APP-01', 'createDept', null))
  return { faults, warnings }
}
