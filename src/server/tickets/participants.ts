import { sql } from 'kysely'
import { type Group, groupsOf, type Participant, type StateKind } from '#machines/ticket/definition.ts'
import type { Candidate } from '#machines/ticket/vocabulary.ts'
import type { Base } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import { only } from '#src/server/database/only.ts'

/** The ticket as far as its participants depend on it. */
export interface About {
  readonly type: string
  readonly applicantId: number
  readonly deptId: number
  readonly allowSelf: boolean
  readonly formData: FormData
  /** Who decided the visit before (participant `previous`). */
  readonly previous: readonly number[]
}

/** One state whose people are wanted. */
export interface Ask {
  readonly kind: StateKind
  readonly participant: Participant
}

/** One group of them. */
interface GroupAsk extends Ask {
  readonly participant: Group
}

/** WF-04: an application of the bureau leader goes to the leader in charge of the logistics department. */
const LOGISTICS_DEPARTMENT = 'D04'
const BUREAU_LEADER = 'bureauLeader'
const DIVISION_LEADER = 'divisionLeader'

interface Rung {
  readonly origin: string
  readonly dept: number
  readonly level: number
  /** null when the department has none or the person cannot act. */
  readonly leader: number | null
}
interface Member {
  readonly role: string
  readonly person: number
  readonly departments: readonly number[]
}
/** Who stands in for whom now (WF-11). */
export interface Window {
  readonly person: number
  readonly substitute: number
}
/** What the rules need to know of the organisation. */
export interface Organisation {
  readonly rungs: readonly Rung[]
  readonly members: readonly Member[]
  readonly staff: readonly { readonly dept: string; readonly person: number }[]
  readonly active: readonly number[]
  readonly windows: readonly Window[]
}

const idsIn = (value: FormData[string]): readonly number[] =>
  typeof value === 'number' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'number') : []

const eachGroup = ({ kind, participant }: Ask): readonly GroupAsk[] =>
  groupsOf(participant).map((group) => ({ kind, participant: group }))

const namedPeople = (about: About, { participant }: GroupAsk): readonly number[] => {
  if (participant.type === 'user') return [participant.userId]
  if (participant.type === 'formField') return idsIn(about.formData[participant.field])
  return []
}

/** As rows and not as an array: the plan is then the same for all values, and PostgreSQL makes it once. */
const oneOf = (values: readonly (string | number)[]) =>
  sql`select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)`

/** Everything the asks need of the organisation, in one statement; people who cannot act are left out here. */
export async function readOrganisation(base: Base, about: About, asked: readonly Ask[]): Promise<Organisation> {
  const asks = asked.flatMap(eachGroup)
  const pinned = asks.flatMap(({ participant }) =>
    'dept' in participant && participant.dept !== undefined ? [participant.dept] : [],
  )
  const roles = asks.flatMap(({ participant }) => (participant.type === 'role' ? [participant.role] : []))
  const people = [about.applicantId, ...about.previous, ...asks.flatMap((ask) => namedPeople(about, ask))]
  const now = base.clock.now()
  const { rows } = await sql<Organisation>`
    with recursive up as (
      select d.id, d.parent, d.leader_id, o.origin, 0 as level
      from department d, lateral (select '' as origin where d.id = ${about.deptId}
        union all select d.key where d.key in (${oneOf([LOGISTICS_DEPARTMENT, ...pinned])})) o
      where d.deleted_at is null
      union all
      select d.id, d.parent, d.leader_id, up.origin, up.level + 1
      from department d join up on d.id = up.parent where d.deleted_at is null and up.level < 32
    ), able as (select id, dept_id from app_user where state and deleted_at is null)
    select
      (select coalesce(json_agg(json_build_object('origin', origin, 'dept', up.id, 'level', level, 'leader', able.id) order by origin, level), '[]')
        from up left join able on able.id = up.leader_id) as rungs,
      (select coalesce(json_agg(json_build_object('role', r.key, 'person', able.id,
          'departments', coalesce(m.dept_ids, r.scope_dept_ids)) order by able.id), '[]')
        from role r join user_role m on m.role_id = r.id join able on able.id = m.user_id
        where r.key in (${oneOf([BUREAU_LEADER, DIVISION_LEADER, ...roles])}) and r.state and r.deleted_at is null) as members,
      (select coalesce(json_agg(json_build_object('dept', d.key, 'person', able.id) order by able.id), '[]')
        from department d join able on able.dept_id = d.id where d.key in (${oneOf(pinned)}) and d.deleted_at is null) as staff,
      (select coalesce(json_agg(id), '[]') from able where id in (select person::bigint from (${oneOf(people)}) asked (person))) as active,
      (select coalesce(json_agg(json_build_object('person', s.user_id, 'substitute', s.substitute_id) order by s.id), '[]')
        from substitute s join able on able.id = s.substitute_id
        where s.from_at <= ${now} and s.until_at > ${now} and (s.types is null or ${about.type} = any(s.types))) as windows`.execute(
    base.db,
  )
  return only(rows)
}

type People = readonly number[]

/** The leaders above a department, lowest first (WF-04): its own, the one in charge of it, the head of the bureau. */
function leadersOf(organisation: Organisation, origin: string) {
  const rungs = organisation.rungs.filter((rung) => rung.origin === origin)
  const roleHolders = (role: string): People =>
    organisation.members.filter((member) => member.role === role).map((member) => member.person)
  const leaderFrom = (level: number): People =>
    rungs
      .filter((rung) => rung.level >= level)
      .flatMap((rung) => rung.leader ?? [])
      .slice(0, 1)
  const inCharge = (): People => {
    const divisions = organisation.members.filter((member) => member.role === DIVISION_LEADER)
    const found = rungs.map((rung) =>
      divisions.filter((member) => member.departments.includes(rung.dept)).map((member) => member.person),
    )
    return found.find((people) => people.length > 0) ?? []
  }
  return {
    own: leaderFrom(0),
    parent: leaderFrom(1),
    division: inCharge(),
    bureau: roleHolders(BUREAU_LEADER),
    roleHolders,
  }
}

const firstOf = (...choices: readonly People[]): People => choices.find((people) => people.length > 0) ?? []

/** The people a rule names, before self and substitutes. A missing leader falls to the next one up. */
function named(organisation: Organisation, about: About, ask: GroupAsk): People {
  const { participant } = ask
  const leaders = leadersOf(
    organisation,
    'dept' in participant && participant.dept !== undefined ? participant.dept : '',
  )
  const able = (people: People) => people.filter((person) => organisation.active.includes(person))
  switch (participant.type) {
    case 'user':
    case 'formField':
      return able(namedPeople(about, ask))
    case 'role':
      return leaders.roleHolders(participant.role)
    case 'deptLeader':
      return firstOf(leaders.own, leaders.division, leaders.bureau)
    case 'parentDeptLeader':
      return firstOf(leaders.parent, leaders.division, leaders.bureau)
    case 'divisionLeader':
      return firstOf(leaders.division, leaders.bureau)
    case 'dept':
      return organisation.staff.filter((member) => member.dept === participant.dept).map((member) => member.person)
    case 'applicant':
      return able([about.applicantId])
    case 'previous':
      return able(about.previous)
  }
}

/** WF-04: who decides instead when the rule names nobody but the applicant. */
function replacements(organisation: Organisation, about: About, participant: Group): People {
  const leaders = leadersOf(organisation, '')
  const others = (people: People) => people.filter((person) => person !== about.applicantId)
  if (leaders.bureau.includes(about.applicantId)) return others(leadersOf(organisation, LOGISTICS_DEPARTMENT).division)
  if (participant.type === 'divisionLeader') return others(leaders.bureau)
  if (participant.type === 'deptLeader' || participant.type === 'parentDeptLeader')
    return firstOf(others(leaders.division), others(leaders.bureau))
  return firstOf(others(leaders.own), others(leaders.division), others(leaders.bureau))
}

/** 25.7 step 1 and 3 for one group: people who can act, the applicant replaced, substitutes applied. */
function resolveGroup(organisation: Organisation, about: About, ask: GroupAsk): readonly Candidate[] {
  const people = named(organisation, about, ask)
  const isBarred = ask.kind === 'approve' && !about.allowSelf
  const others = isBarred ? people.filter((person) => person !== about.applicantId) : people
  const isReplaced = others.length === 0 && people.length > 0
  const chosen = isReplaced ? replacements(organisation, about, ask.participant) : others
  const rule = isReplaced ? 'self' : null
  // What applicants must do themselves (receipt, back to work) is nobody else's.
  const windows = ask.participant.type === 'applicant' ? [] : organisation.windows
  return chosen.map((person): Candidate => {
    const window = windows.find((one) => one.person === person && !(isBarred && one.substitute === about.applicantId))
    return window ? { person: window.substitute, onBehalfOf: person, rule } : { person, onBehalfOf: null, rule }
  })
}

/** The people of one state, nobody twice: who is listed by several groups counts once and for each of them (25.1). */
export function resolve(organisation: Organisation, about: About, ask: Ask): readonly Candidate[] {
  const groups = eachGroup(ask)
  const people = new Map<number, Candidate>()
  for (const [index, group] of groups.entries()) {
    for (const found of resolveGroup(organisation, about, group)) {
      const known = people.get(found.person) ?? found
      people.set(
        found.person,
        groups.length === 1 ? known : { ...known, sources: [...new Set([...(known.sources ?? []), index])] },
      )
    }
  }
  return [...people.values()]
}

/** Who acts in each of the states, with one query for all of them (20.1 participantType, WF-04, WF-11). An empty list leaves the word to the state's empty policy. */
export async function resolveParticipants(
  base: Base,
  about: About,
  asks: readonly Ask[],
): Promise<readonly (readonly Candidate[])[]> {
  const organisation = await readOrganisation(base, about, asks)
  return asks.map((ask) => resolve(organisation, about, ask))
}
