import { sql } from 'kysely'
import {
  groupsOf,
  isGateway,
  type StateDefinition,
  type WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type { Access } from '#src/define/access.ts'
import { notFound } from '#src/define/problem.ts'
import type { Executor, UnitOfWork } from '#src/define/server.ts'
import type { PersonRef } from '#src/define/tickets/line.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'
import {
  type ImpactAnswer,
  type ImpactFate,
  type ImpactPeriod,
  type ImpactState,
  type ImpactTicket,
  impactFates,
} from '#src/define/workflows/workflowImpact.ts'
import { type Organisation, readOrganisation } from '../delegation/organisation.ts'
import type { About } from '../participants/participants.ts'
import { namesOf } from '../participants/people.ts'
import { type Reader, stateName } from '../queries/lines.ts'
import { visibleTo } from '../queries/visibility.ts'
import { shippedBasics } from './basics.ts'
import { type Departure, type Fate, fateIn, statesAhead, without } from './staffing.ts'

/** Tickets that are named; of more only the number is said. */
const MAX_TICKETS = 100
/** People who are named as those who would act. */
const MAX_PEOPLE = 3
const DAY = 86_400_000

/** The subject of an impact query: one person, or all holders of a role. */
export type ImpactSubject = { readonly user: number } | { readonly role: string }

interface VersionRow {
  readonly id: number
  readonly versionNo: number
  readonly workflowId: number
  readonly key: string
  readonly code: string
  readonly icon: string
  readonly isCurrent: boolean
  readonly definition: WorkflowDefinition
  readonly basics: WorkflowBasics | null
}

interface Department {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly nameEn: string
}

const isLive = sql.raw(`t.status in ('running', 'handling') and t.deleted_at is null`)
const undone = sql.raw(`('waiting', 'open', 'suspended')`)

/** Versions that new applications start on, and those that have tickets under way. */
async function versionsInUse(db: Executor): Promise<readonly VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.id, v.version_no, w.id as workflow_id, w.key, w.code, w.icon, v.definition, v.basics,
      (v.id = w.current_version_id and w.status = 'published' and w.is_offered) as is_current
    from workflow w join workflow_version v on v.workflow_id = w.id
    where w.deleted_at is null and v.status <> 'draft' and ((v.id = w.current_version_id and w.status = 'published' and w.is_offered)
      or v.id in (select t.version_id from ticket t where ${isLive}))
    order by w.sort, w.id, v.version_no desc`.execute(db)
  return rows
}

/** Departments that have people who can apply. */
async function departmentsOfStaff(db: Executor): Promise<readonly Department[]> {
  const { rows } = await sql<Department>`
    select d.id, d.key, d.name, d.name_en from department d
    where d.deleted_at is null and exists (select from app_user u where u.dept_id = d.id and u.state and u.deleted_at is null)
    order by d.sort, d.id`.execute(db)
  return rows
}

/** Tickets under way that stand in a state or have it ahead, by version, department and state. */
async function comingTo(db: Executor, versions: readonly VersionRow[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ versionId: number; dept: string; standing: readonly string[]; n: number }>`
    select t.version_id, d.key as dept, t.current_keys as standing, count(*)::int as n
    from ticket t join department d on d.id = t.dept_id where ${isLive} group by t.version_id, d.key, t.current_keys`.execute(
    db,
  )
  const found = new Map<string, number>()
  for (const { versionId, dept, standing, n } of rows) {
    const definition = versions.find(({ id }) => id === versionId)?.definition
    for (const state of definition ? statesAhead(definition, standing) : [])
      found.set(`${versionId} ${dept} ${state}`, (found.get(`${versionId} ${dept} ${state}`) ?? 0) + n)
  }
  return found
}

/** Applications filed since a moment that came to a state, by type and department. */
async function visitsSince(db: Executor, types: readonly string[], from: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ type: string; dept: string; state: string; n: number }>`
    select t.type, d.key as dept, k.state, count(distinct t.id)::int as n
    from ticket t join department d on d.id = t.dept_id join ticket_task k on k.ticket_id = t.id
    where t.type = any(${types}::text[]) and t.submitted_at >= ${from} and t.round > 0 and t.deleted_at is null
    group by t.type, d.key, k.state`.execute(db)
  return new Map(rows.map(({ type, dept, state, n }) => [`${type} ${dept} ${state}`, n]))
}

async function goneOf(
  db: Executor,
  subject: ImpactSubject,
): Promise<Departure & { readonly named: readonly PersonRef[] }> {
  const isRole = 'role' in subject
  const { rows } = await sql<PersonRef>`
    select id, name from app_user u where state and deleted_at is null and ${
      isRole
        ? sql`exists (select from user_role m join role r on r.id = m.role_id
            where m.user_id = u.id and r.key = ${subject.role} and r.state and r.deleted_at is null)`
        : sql`id = ${subject.user}`
    } order by id`.execute(db)
  if (isRole) {
    const { rows: known } = await sql`
      select from role where key = ${subject.role} and state and deleted_at is null`.execute(db)
    if (known.length === 0) throw notFound()
  } else if (rows.length === 0) throw notFound()
  return { people: rows.map(({ id }) => id), role: isRole ? subject.role : null, named: rows }
}

/** An applicant known by department only: the form values that rules look at are unknown. */
const anybodyOf = (deptId: number, { clock }: UnitOfWork): About => ({
  type: '',
  applicantId: 0,
  deptId,
  allowSelf: false,
  formData: {},
  amount: null,
  previous: [],
  at: clock.now().getTime(),
  organisation: null,
})

const asksPeople = (state: StateDefinition): boolean => !isGateway(state) && state.kind !== 'cc' && state.kind !== 'sub'

/** The organisation today and without those who would go. */
interface Views {
  readonly departments: readonly Department[]
  readonly today: Organisation
  readonly after: Organisation
}

async function viewsFor(unit: UnitOfWork, gone: Departure): Promise<Views> {
  const today = await readOrganisation(unit.db, unit.clock)
  return { departments: await departmentsOfStaff(unit.db), today, after: without(today, gone) }
}

const rank = ({ fate }: { readonly fate: ImpactFate }): number => impactFates.indexOf(fate)

interface Line extends Fate {
  readonly departments: Department[]
}

const sumOver = ({ departments }: Line, count: (department: Department) => number): number =>
  departments.reduce((sum, department) => sum + count(department), 0)

/** What becomes of a state, departments of the same fate together. */
function linesOf(
  unit: UnitOfWork,
  state: StateDefinition,
  { departments, today, after }: Views,
  gone: Departure,
): readonly Line[] {
  const lines = new Map<string, Line>()
  for (const department of departments) {
    const fate = fateIn(state, anybodyOf(department.id, unit), { today, after, gone })
    if (fate === null) continue
    const key = `${fate.fate} ${fate.people.join()}`
    const line = lines.get(key) ?? { ...fate, departments: [] }
    line.departments.push(department)
    lines.set(key, line)
  }
  return [...lines.values()]
}

interface TaskRow {
  readonly id: number
  readonly no: string
  readonly title: string | null
  readonly versionId: number
  readonly dept: number
  readonly state: string
}

/** Visits whose undone tasks all belong to these people. */
async function waitingFor(db: Executor, access: Access, people: readonly number[]): Promise<readonly TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select t.id, t.no, case when ${visibleTo(access)} then t.title end as title, t.version_id, t.dept_id as dept, k.state
    from ticket t join lateral (
      select k.state from ticket_task k where k.ticket_id = t.id and k.kind <> 'cc' and k.status in ${undone}
      group by k.visit, k.state having bool_and(k.assignee_id = any(${people}::bigint[]))) k on true
    where ${isLive} and t.id in (select ticket_id from ticket_task where assignee_id = any(${people}::bigint[]) and status in ${undone})
    order by t.id`.execute(db)
  return rows
}

/** 25.11: what would stop if this person left, or if this role had no holder: states of the versions in use by department, and tickets under way. @throws Refusal 4004. */
export async function impactOf(
  reader: Omit<Reader, 'caller'>,
  access: Access,
  subject: ImpactSubject,
  days: ImpactPeriod,
): Promise<ImpactAnswer> {
  const { engine, unit, language } = reader
  const gone = await goneOf(unit.db, subject)
  const versions = await versionsInUse(unit.db)
  const views = await viewsFor(unit, gone)
  const coming = await comingTo(unit.db, versions)
  const types = [...new Set(versions.map(({ key }) => key))]
  const visits = await visitsSince(unit.db, types, new Date(unit.clock.now().getTime() - days * DAY))
  const waiting = await waitingFor(unit.db, access, gone.people)

  const called = (row: VersionRow): string => {
    const { name, nameEn } = row.basics ?? shippedBasics(engine, row)
    return language === 'en' ? nameEn : name
  }
  const found = versions.flatMap((row) =>
    row.definition.states
      .filter(asksPeople)
      .flatMap((state) => linesOf(unit, state, views, gone).map((line) => ({ row, state, line }))),
  )
  const names = await namesOf(
    engine,
    unit.db,
    language,
    found.flatMap(({ line }) => line.people.slice(0, MAX_PEOPLE)),
  )
  const states = found.map(
    ({ row, state, line }): ImpactState => ({
      workflowId: row.workflowId,
      workflowName: called(row),
      versionNo: row.versionNo,
      isCurrent: row.isCurrent,
      state: state.key,
      stateName: state.name[language],
      fate: line.fate,
      departments:
        line.departments.length === views.departments.length
          ? []
          : line.departments.map(({ name, nameEn }) => (language === 'en' && nameEn !== '' ? nameEn : name)),
      people: line.people.slice(0, MAX_PEOPLE).flatMap((id) => names.get(id) ?? []),
      left: line.people.length,
      tickets: sumOver(line, ({ key }) => coming.get(`${row.id} ${key} ${state.key}`) ?? 0),
      visits: row.isCurrent ? sumOver(line, ({ key }) => visits.get(`${row.key} ${key} ${state.key}`) ?? 0) : null,
    }),
  )

  const tickets = waiting.flatMap(({ id, no, title, versionId, dept, state: key }): ImpactTicket[] => {
    const row = versions.find((one) => one.id === versionId)
    const state = row?.definition.states.find((one) => one.key === key)
    if (!row || !state || !isAsked(state, gone)) return []
    const { today, after } = views
    const fate = fateIn(state, anybodyOf(dept, unit), { today, after, gone, isTheirs: true })
    if (fate === null) return []
    return [{ id, no, title, workflowName: called(row), stateName: stateName(row, key, language), fate: fate.fate }]
  })
  const counts = Object.fromEntries(
    impactFates.map((fate) => [fate, tickets.filter((ticket) => ticket.fate === fate).length]),
  ) as Record<ImpactFate, number>
  return {
    gone: gone.named,
    days,
    states: states.toSorted((left, right) => rank(left) - rank(right)),
    tickets: tickets.toSorted((left, right) => rank(left) - rank(right)).slice(0, MAX_TICKETS),
    counts,
  }
}

/** An empty role empties the places it was asked for, not those its holders have by another right. */
const isAsked = ({ participant }: StateDefinition, { role }: Departure): boolean =>
  role === null || groupsOf(participant).some((group) => group.type === 'role' && group.role === role)
