/** What a single state may not ask for (25.10, WF-12), and what whole groups of workflows must have (WFD-05). */
import {
  asksPeople,
  endsVisit,
  type Group,
  groupsOf,
  isGateway,
  lastWordOf,
  type StateDefinition,
  type TimerRule,
} from '#machines/ticket/definition/definition.ts'
import { type ExaminedDefinition, type Fault, fault } from './fault.ts'
import { isIdle } from './idle.ts'

const strictGroups: readonly string[] = ['finance', 'procurement']
const MIN_APPROVALS = 2
/** A request to revoke comes within ten years, or never. */
const MAX_DAYS = 3650
/** The key under which the day of opensAtField is armed. */
const DAY = 'open'

/** To ask the same people once more is no action; nor is one that no engine knows. */
function isAction({ participant }: StateDefinition, timer: TimerRule): boolean {
  if (asksPeople(timer)) return JSON.stringify(timer.to) !== JSON.stringify(participant)
  return timer.action === 'remind' || endsVisit(timer)
}

/** Rings of one reminder. */
const MAX_RINGS = 20

/** How often and after how long go together. */
function isRepeatable(timer: TimerRule): boolean {
  if (timer.action !== 'remind') return true
  const { everyHours, times } = timer
  if (everyHours === undefined || times === undefined) return everyHours === times
  return everyHours > 0 && Number.isInteger(times) && times >= 2 && times <= MAX_RINGS
}

function timerFaults({ definition }: ExaminedDefinition, state: StateDefinition): readonly Fault[] {
  const { key, kind, timers = [] } = state
  const lastWord = lastWordOf(state)?.afterHours ?? Number.POSITIVE_INFINITY
  const lastWords = timers.filter((timer) => endsVisit(timer) && timer.afterHours === lastWord)
  const names = timers.map((timer) => timer.key)
  const autoPass = timers.some((timer) => timer.action === 'autoPass')
  const isStrict = strictGroups.includes(definition.group)
  return [
    ...timers
      .filter(({ afterHours }) => !(afterHours > 0 && Number.isFinite(afterHours)))
      .map((timer) => fault('WF-12', 'timerHours', key, { timer: timer.key })),
    ...timers
      .filter((timer, index) => timer.key === DAY || names.indexOf(timer.key) !== index)
      .map((timer) => fault('WF-12', 'timerDuplicate', key, { timer: timer.key })),
    ...(kind === 'cc' && timers.length > 0 ? [fault('25.10', 'timerInCc', key)] : []),
    // Nobody acts there: the application that was filed has limits of its own.
    ...(kind === 'sub' && timers.length > 0 ? [fault('25.10', 'timerInSub', key)] : []),
    // Later than the one with the last word, or after another at the same hour, a timer would find its visit closed.
    ...timers
      .filter((timer) => timer.afterHours > lastWord || lastWords.indexOf(timer) > 0)
      .map((timer) => fault('25.10', 'timerDead', key, { timer: timer.key })),
    ...(autoPass && isStrict ? [fault('WFD-05', 'autoPassForbidden', key, { group: definition.group })] : []),
    ...(autoPass && state.critical ? [fault('25.8', 'autoPassCritical', key)] : []),
    ...timers
      .filter((timer) => !isAction(state, timer))
      .map((timer) => fault('25.10', 'timerAction', key, { timer: timer.key })),
    ...timers
      .filter((timer) => !isRepeatable(timer))
      .map((timer) => fault('25.8', 'timerRepeat', key, { timer: timer.key, most: MAX_RINGS })),
    ...(autoPass && state.requireSignature ? [fault('WF-12', 'autoPassSigned', key)] : []),
    ...(autoPass && state.doneWhen ? [fault('WF-12', 'autoPassUndone', key)] : []),
    ...(kind === 'handle' && timers.some((timer) => timer.action === 'autoReject')
      ? [fault('WF-12', 'autoRejectHandle', key)]
      : []),
    // What is approved is not undone by a clock.
    ...(kind === 'handle' && timers.some((timer) => timer.action === 'close')
      ? [fault('25.8', 'closeHandle', key)]
      : []),
  ]
}

/** Groups that are always one person. */
const single: readonly Group['type'][] = ['user', 'deptLeader', 'parentDeptLeader', 'divisionLeader', 'applicant']

/** 25.1: a mode with its number, and people enough for it. */
function ballotFaults(state: StateDefinition): readonly Fault[] {
  const { key, mode, ratio, count, participant } = state
  const groups = groupsOf(participant)
  const isWhole = (value: number | undefined, most: number) =>
    value !== undefined && Number.isInteger(value) && value >= 1 && value <= most
  const takesCount = mode === 'count' || (mode === 'perGroup' && count !== undefined)
  const isRatio = mode === 'ratio' ? isWhole(ratio, 100) : ratio === undefined
  const isCount = takesCount ? isWhole(count, Number.MAX_SAFE_INTEGER) : count === undefined
  const isKnown = groups.every(({ type }) => single.includes(type))
  const places = mode === 'perGroup' ? 1 : groups.length
  return [
    ...(isRatio && isCount ? [] : [fault('25.1', 'ballotNumber', key)]),
    ...(takesCount && isKnown && (count ?? 1) > places ? [fault('25.1', 'countTooHigh', key, { places })] : []),
    ...((mode === 'perGroup' || participant.type === 'several') && groups.length < 2 && !isGateway(state)
      ? [fault('25.1', 'groupsMissing', key)]
      : []),
  ]
}

/** 25.2: a rejection leads to an approving state before this one, and no clock alone may drive that cycle. */
function rejectFaults(
  { workflow }: ExaminedDefinition,
  { key, kind, onReject, timers = [] }: StateDefinition,
): readonly Fault[] {
  if (typeof onReject !== 'object') return []
  const isThere = kind === 'approve' && workflow.returnable(key).some((state) => state.key === onReject.state)
  return [
    ...(isThere ? [] : [fault('25.2', 'rejectTargetMissing', key, { target: onReject.state })]),
    ...(timers.some(({ action }) => action === 'autoReject') ? [fault('25.10', 'rejectByClock', key)] : []),
  ]
}

/** 25.5: others may be called in, and nobody is among those who may. */
const isNobodys = ({ eligiblePeople, allowTransfer, allowAddSign }: StateDefinition): boolean =>
  (allowTransfer === true || allowAddSign === true) &&
  eligiblePeople?.type === 'named' &&
  eligiblePeople.departments.length + eligiblePeople.roles.length === 0

function stateFaults(examined: ExaminedDefinition, state: StateDefinition): readonly Fault[] {
  const { key, kind } = state
  const before = examined.workflow.before(key)
  const writes = Object.entries(state.fields ?? {}).filter(
    ([, permission]) => permission === 'required' || permission === 'write',
  )
  const canReturnTo = examined.workflow.returnable(key).length > 0
  return [
    ...timerFaults(examined, state),
    ...ballotFaults(state),
    ...childFaults(examined, state),
    ...(kind === 'approve' && before.some((earlier) => earlier.kind === 'handle')
      ? [fault('20.2', 'approveAfterHandle', key)]
      : []),
    ...(kind === 'cc' && state.allowReturn ? [fault('25.3', 'returnInCc', key)] : []),
    ...(kind === 'sub' && state.allowReturn ? [fault('25.3', 'returnInSub', key)] : []),
    ...(kind === 'handle' && state.allowReturn === 'any' ? [fault('25.3', 'returnInHandle', key)] : []),
    ...(kind === 'approve' && state.allowReturn === 'any' && !canReturnTo
      ? [fault('25.3', 'returnTargetMissing', key)]
      : []),
    ...rejectFaults(examined, state),
    ...(isNobodys(state) ? [fault('25.5', 'eligiblePeopleEmpty', key)] : []),
    ...(kind === 'cc' ? writes.map(([field]) => fault('25.10', 'fieldRequiredInCc', key, { field })) : []),
    ...(state.claim && (state.mode !== 'any' || kind === 'cc') ? [fault('25.1', 'claimMode', key)] : []),
  ]
}

/** What a state files belongs to its kind, and is filed before the ticket is approved. */
function childFaults({ workflow }: ExaminedDefinition, { key, kind, child }: StateDefinition): readonly Fault[] {
  const isLate = kind === 'sub' && workflow.before(key).some((earlier) => earlier.kind === 'handle')
  return [
    ...(kind === 'sub' && child === undefined ? [fault('I19', 'childMissing', key)] : []),
    ...(kind !== 'sub' && child !== undefined ? [fault('I19', 'childKind', key)] : []),
    ...(isLate ? [fault('20.2', 'childAfterHandle', key)] : []),
  ]
}

/** Faults of each state by itself, and of the number of approvals. */
export function allStateFaults(examined: ExaminedDefinition): readonly Fault[] {
  const { definition } = examined
  const approving = definition.states.filter((state) => state.kind === 'approve')
  const isStrict = strictGroups.includes(definition.group)
  const { mostReturns = 1, revocableDays = 1 } = definition
  return [
    ...(Number.isInteger(mostReturns) && mostReturns >= 1 ? [] : [fault('25.3', 'returnsNumber', null)]),
    ...(Number.isInteger(revocableDays) && revocableDays >= 1 && revocableDays <= MAX_DAYS
      ? []
      : [fault('25.4', 'revocableDays', null, { most: MAX_DAYS })]),
    ...definition.states.flatMap((state) => stateFaults(examined, state)),
    // Nobody at all is said by itself.
    ...(isStrict && !isIdle(examined) && approving.length < MIN_APPROVALS
      ? [fault('WFD-05', 'tooFewApprovals', null, { group: definition.group, least: MIN_APPROVALS })]
      : []),
  ]
}
