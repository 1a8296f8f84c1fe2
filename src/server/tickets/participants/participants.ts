import { type Group, groupsOf, type Participant, type StateKind } from '#machines/ticket/definition/definition.ts'
import type { Candidate } from '#machines/ticket/engine/vocabulary.ts'
import { LOGISTICS_DEPARTMENT } from '#src/define/departments.ts'
import type { RoleName } from '#src/define/names.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { FormData } from '#src/fields/field.ts'
import type { HeldOrganisation, Organisation, Place } from '../delegation/organisation.ts'
import { standInFor } from '../delegation/standIn.ts'

/** The ticket as far as its participants depend on it. */
export interface About {
  readonly type: string
  readonly applicantId: number
  /** The person it was filed for, where that is not the applicant; people do not decide on what concerns themselves. */
  readonly concernedId?: number
  /** Whose leaders are asked: the department of the person it is about. */
  readonly deptId: number
  readonly allowSelf: boolean
  readonly formData: FormData
  /** Money it is about; null where its type has no amount, or none is given. */
  readonly amount: string | null
  /** Who decided the visit before (participant `previous`). */
  readonly previous: readonly number[]
  /** The moment of the question, in milliseconds since 1970: people absent then have a substitute. */
  readonly at: number
  /** Revision of the organisation that the ticket was read with; null as this node knows it. */
  readonly organisation: number | null
}

/** One state whose people are wanted. */
export interface Ask {
  readonly kind: StateKind
  readonly participant: Participant
  /** Applicants are named as they are found: the state passes them over by itself (25.7 rule 3). */
  readonly skipsApplicant?: boolean
}

/** One group of them. */
interface GroupAsk extends Ask {
  readonly participant: Group
}

const BUREAU_LEADER = 'bureauLeader'
const DIVISION_LEADER: RoleName = 'divisionLeader'

const idsIn = (value: FormData[string]): readonly number[] =>
  typeof value === 'number' ? [value] : Array.isArray(value) ? value.filter((item) => typeof item === 'number') : []

const eachGroup = ({ participant, ...ask }: Ask): readonly GroupAsk[] =>
  groupsOf(participant).map((group) => ({ ...ask, participant: group }))

const namedPeople = (about: About, { participant }: GroupAsk): readonly number[] => {
  if (participant.type === 'user') return [participant.userId]
  if (participant.type === 'formField') return idsIn(about.formData[participant.field])
  return []
}

type People = readonly number[]

/** The leaders above a department, lowest first (WF-04): its own, the one in charge of it, the head of the bureau. */
function leadersOf(organisation: Organisation, from: number | string) {
  const ladder = organisation.ladder(from)
  const leaderIn = (rungs: readonly Place[]): People => rungs.flatMap(({ leader }) => leader ?? []).slice(0, 1)
  const roleHolders = (role: string): People => organisation.usersWithRole(role).map(({ person }) => person)
  const inCharge = (): People => {
    const divisions = organisation.usersWithRole(DIVISION_LEADER)
    const found = ladder.map(({ id }) =>
      divisions.filter(({ departments }) => departments.includes(id)).map(({ person }) => person),
    )
    return found.find((people) => people.length > 0) ?? []
  }
  return {
    own: leaderIn(ladder),
    parent: leaderIn(ladder.slice(1)),
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
    'dept' in participant && participant.dept !== undefined ? participant.dept : about.deptId,
  )
  const able = (people: People) => people.filter(organisation.able)
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
      return organisation.staffOf(participant.dept)
    case 'applicant':
      return able([about.applicantId])
    case 'previous':
      return able(about.previous)
  }
}

/** Whether it is this person's own: filed by them, or about them. */
const isOwnOf = ({ applicantId, concernedId }: About, person: number): boolean =>
  person === applicantId || person === concernedId

/** WF-04: who decides instead when the applicant is the only participant. */
function replacements(organisation: Organisation, about: About, participant: Group): People {
  const leaders = leadersOf(organisation, about.deptId)
  const others = (people: People) => people.filter((person) => !isOwnOf(about, person))
  if (leaders.bureau.includes(about.concernedId ?? about.applicantId))
    return others(leadersOf(organisation, LOGISTICS_DEPARTMENT).division)
  if (participant.type === 'divisionLeader') return others(leaders.bureau)
  if (participant.type === 'deptLeader' || participant.type === 'parentDeptLeader')
    return firstOf(others(leaders.division), others(leaders.bureau))
  return firstOf(others(leaders.own), others(leaders.division), others(leaders.bureau))
}

/** 25.7 step 1 and 3 for one group: people who can act, the applicant replaced, substitutes applied. */
function resolveGroup(organisation: Organisation, about: About, ask: GroupAsk): readonly Candidate[] {
  // Applicants do their own work themselves (receipt, back to work).
  const isOwn = ask.participant.type === 'applicant'
  // SYS-131: also whom old settings still name; copies are for everybody.
  const isOpen = isOwn || ask.kind === 'cc'
  const mayAct = (person: number) => isOpen || organisation.mayDecide(person)
  const people = named(organisation, about, ask).filter(
    (person) => mayAct(person) || (person === about.applicantId && ask.skipsApplicant === true),
  )
  const isSkipped = ask.skipsApplicant === true
  const isBarred = ask.kind === 'approve' && (isSkipped || !about.allowSelf)
  // The state skips the applicant only.
  const isPassed = (person: number) => isSkipped && person === about.applicantId
  const others = isBarred ? people.filter((person) => isPassed(person) || !isOwnOf(about, person)) : people
  const isReplaced = others.length === 0 && people.length > 0
  const chosen = isReplaced ? replacements(organisation, about, ask.participant).filter(mayAct) : others
  const rule = isReplaced ? 'self' : null
  return chosen.map((person): Candidate => {
    if (isSkipped && person === about.applicantId) return { person, onBehalfOf: null, rule }
    const substitute = isOwn
      ? null
      : standInFor(organisation, person, about, (one) => !(isBarred && isOwnOf(about, one.substitute)))
    return substitute === null ? { person, onBehalfOf: null, rule } : { person: substitute, onBehalfOf: person, rule }
  })
}

/** The people of one state without duplicates: a person of several groups counts once, and for each group (25.1). */
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

/** Finds who acts in each of the states (20.1 participantType, WF-04, WF-11). An empty list leaves the word to the state's empty policy. */
export type Participants = (
  unit: UnitOfWork,
  about: About,
  asks: readonly Ask[],
) => Promise<readonly (readonly Candidate[])[]>

/** By the organisation in memory; by the database only where the transaction itself, or another node just now, has changed it. */
export const participantsIn =
  (held: HeldOrganisation): Participants =>
  async (unit, about, asks) => {
    const organisation = about.organisation === null ? held.now() : await held.at(unit.db, about.organisation)
    return asks.map((ask) => resolve(organisation, about, ask))
  }
