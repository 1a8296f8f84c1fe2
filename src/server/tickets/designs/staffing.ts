import {
  type Group,
  groupsOf,
  type StateDefinition,
  stopgapOf,
  type WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import type { ImpactFate } from '#src/define/workflows/workflowImpact.ts'
import { type Organisation, organise } from '../delegation/organisation.ts'
import { type About, resolve } from '../participants/participants.ts'

/** Who would go: these people, and with a role all it is held by. */
export interface Departure {
  readonly people: readonly number[]
  /** Set when it is only the role that is empty: its holders keep what they have besides. */
  readonly role: string | null
}

/** What would become of a state. */
export interface Fate {
  readonly fate: ImpactFate
  /** Who would act. */
  readonly people: readonly number[]
}

/** Where a ticket stands and whatever its transitions can still lead it to; what lies behind it, or beside it behind a choice, it meets only after a return. */
export function statesAhead(
  { transitions }: Pick<WorkflowDefinition, 'transitions'>,
  standing: readonly string[],
): ReadonlySet<string> {
  const met = new Set(standing)
  // A set that grows while it is walked is walked to its end.
  for (const key of met) for (const { from, to } of transitions) if (from === key) met.add(to)
  return met
}

/** The organisation without a person, or with a role without holders. */
export function without({ rows }: Organisation, { people, role }: Departure): Organisation {
  if (role !== null) return organise({ ...rows, members: rows.members.filter((member) => member.role !== role) })
  const stays = (person: number): boolean => !people.includes(person)
  return organise({
    revision: rows.revision,
    departments: rows.departments.map((place) =>
      place.leader === null || stays(place.leader) ? place : { ...place, leader: null },
    ),
    members: rows.members.filter(({ person }) => stays(person)),
    people: rows.people.filter(({ id }) => stays(id)),
    administrators: rows.administrators.filter(stays),
    windows: rows.windows.filter(({ person, substitute }) => stays(person) && stays(substitute)),
  })
}

/** Groups whose people the ticket itself names: they count as filled before there is a ticket. */
const isOfTicket = ({ type }: Group): boolean => type === 'applicant' || type === 'formField' || type === 'previous'

interface Change {
  readonly today: Organisation
  readonly after: Organisation
  readonly gone: Departure
  /** They hold a place of the state already: a group that the ticket names is theirs. */
  readonly isTheirs?: boolean
}

/** What becomes of a state when they go (25.7); null where nothing changes. */
export function fateIn(
  state: StateDefinition,
  about: About,
  { today, after, gone, isTheirs = false }: Change,
): Fate | null {
  const groups = groupsOf(state.participant)
  const peopleOf = (organisation: Organisation, participant: Group): readonly number[] =>
    resolve(organisation, about, { kind: state.kind, participant }).map(({ person }) => person)
  const before = groups.map((group) => peopleOf(today, group))
  const later = groups.map((group) => peopleOf(after, group))
  const names = groups.some((group) => group.type === 'role' && group.role === gone.role)
  if (!names && !isTheirs && before.flat().sort().join() === later.flat().sort().join()) return null

  const isFilled = groups.map((group, index) => (isOfTicket(group) && !isTheirs) || (later[index] ?? []).length > 0)
  const people = [...new Set(later.flat())]
  // A group without people who can act would approve by being empty; the empty policy decides for the whole state instead.
  const isStaffed = state.mode === 'perGroup' ? isFilled.every(Boolean) : isFilled.some(Boolean)
  if (isStaffed) return { fate: 'others', people }
  if (state.emptyPolicy.type === 'skip') return { fate: 'passes', people: [] }
  const stopgap = stopgapOf(state)
  // Refused at submit, or rejected: no ticket comes through.
  if (stopgap === null) return { fate: 'stops', people: [] }
  const stopgaps = peopleOf(after, stopgap)
  return { fate: stopgaps.length > 0 ? 'falls' : 'stops', people: [...new Set(stopgaps)] }
}
