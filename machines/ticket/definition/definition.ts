/** What a workflow definition is: plain data that ships to the browser, is stored with its version, and compiles to a statechart. */

/** A text that is data (typed by an administrator or shipped with a definition), in both languages. */
export interface Text {
  readonly zhHans: string
  readonly en: string
}

/** What happens in a state (dictionary stateKind); `sub`: a ticket of another type is filed, whose outcome is the state's. */
export type StateKind = 'approve' | 'handle' | 'cc' | 'sub'

/** How the votes of one visit make its outcome (25.1, dictionary approveMode). */
export type Mode = 'any' | 'anyApproval' | 'all' | 'sequential' | 'ratio' | 'count' | 'perGroup'

/** The mode with its number. */
export interface Ballot {
  readonly mode: Mode
  /** Of 100 places, how many must approve; 1..100, only with mode `ratio`. */
  readonly ratio?: number
  /** Approvals needed: of the visit with mode `count`, of every group with `perGroup` (there 1 when absent). */
  readonly count?: number
}

/**
 * How the transitions out of a state are taken when they open branches instead of being a choice: all of them, or every one whose
 * condition holds and, when none does, the last, which has no condition.
 */
export type Branching = 'parallel' | 'inclusive'

/** One group of people who may act (dictionary participantType). `dept` pins a department key; without it the applicant's own counts. */
export type Group =
  | { readonly type: 'user'; readonly userId: number }
  | { readonly type: 'role'; readonly role: string }
  | { readonly type: 'deptLeader'; readonly dept?: string }
  | { readonly type: 'parentDeptLeader' }
  | { readonly type: 'divisionLeader'; readonly dept?: string }
  | { readonly type: 'dept'; readonly dept: string }
  | { readonly type: 'applicant' }
  | { readonly type: 'formField'; readonly field: string }
  | { readonly type: 'previous' }

/** Who acts in a state: one group, or several together. */
export type Participant = Group | { readonly type: 'several'; readonly of: readonly Group[] }

/** The groups of a participant, in their order; the numbers of a place's `sources` are places in this list. */
export const groupsOf = (participant: Participant): readonly Group[] =>
  participant.type === 'several' ? participant.of : [participant]

/**
 * What happens when nobody can act (20.1 emptyPolicy, 25.7 rule 2): ask the next higher leader, refuse the event, pass the
 * state, reject, or ask a role or a named person. Without people for the policy either, the ticket waits (WF-14).
 */
export type EmptyPolicy =
  | { readonly type: 'leader' }
  | { readonly type: 'block' }
  | { readonly type: 'skip' }
  /** Approving states alone, whose rejection ends the ticket or gives it back to the applicant. */
  | { readonly type: 'reject' }
  | { readonly type: 'toRole'; readonly role: string }
  | { readonly type: 'toUser'; readonly userId: number }

/** Who is asked when nobody can act in the state; null where the policy asks nobody. The leader is that of the department the state names, else of the applicant's, and those above (WF-04). */
export function stopgapOf({
  emptyPolicy: policy,
  participant,
}: Pick<StateDefinition, 'emptyPolicy' | 'participant'>): Group | null {
  if (policy.type === 'toRole') return { type: 'role', role: policy.role }
  if (policy.type === 'leader')
    return {
      type: 'deptLeader',
      ...('dept' in participant && participant.dept !== undefined && { dept: participant.dept }),
    }
  return policy.type === 'toUser' ? { type: 'user', userId: policy.userId } : null
}

/** A value a guard can look at. Money arrives as a number of cents-exact yuan, lists only for `in`/`notIn`. */
export type FactValue = string | number | boolean | null
/** Flattened form values and applicant facts by name (20.1 Condition json); thresholds stand under `config.<key>` as at submit (D9). */
export type Facts = Readonly<Record<string, FactValue>>

export type Operator = 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'notIn' | 'empty' | 'notEmpty'

/** A typed condition tree, at most three levels deep; `{ fact }` compares with another fact, e.g. `config.wf.t1`. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | {
      readonly field: string
      readonly op: Operator
      readonly value?: FactValue | readonly FactValue[] | { readonly fact: string }
    }

/** What a timer does when it fires and its visit is still live (25.8). Hours are working hours when `wf.workHoursOnly`. */
export type TimerRule = {
  readonly key: string
  readonly afterHours: number
  /** Name of the setting that says the limit in workdays; `afterHours` is then what it ships with. */
  readonly daysSetting?: string
  /** The clock is paused while all open places wait for people called in (25.8). */
  readonly pause?: boolean
} & (
  | {
      readonly action: 'remind'
      /** Again after so many hours, `times` times in all: 2 to 20, both or none. */
      readonly everyHours?: number
      readonly times?: number
    }
  | { readonly action: 'escalate'; readonly to: Participant }
  /** The undecided places go to these people, as far as there are enough; their former holders have no part in the visit any more. */
  | { readonly action: 'transfer'; readonly to: Participant }
  | { readonly action: 'autoPass' }
  | { readonly action: 'autoReject' }
  /** The ticket is closed without a decision, and its applicant may bring it straight back. For approving states only. */
  | { readonly action: 'close' }
)

/** The timers that bring further people in. */
export const asksPeople = (timer: TimerRule): timer is Extract<TimerRule, { to: Participant }> =>
  timer.action === 'escalate' || timer.action === 'transfer'

/** The timers that end the decisions of a visit. */
export const endsVisit = (timer: TimerRule): timer is Extract<TimerRule, { action: LastWord['action'] }> =>
  timer.action === 'autoPass' || timer.action === 'autoReject' || timer.action === 'close'

/** What happens in a state without any decision, and after how many hours. */
export interface LastWord {
  readonly action: 'autoPass' | 'autoReject' | 'close'
  readonly afterHours: number
}

/** The first of its timers that ends a visit of the state. */
export function lastWordOf({ timers = [] }: Pick<StateDefinition, 'timers'>): LastWord | undefined {
  const [first] = timers.filter(endsVisit).toSorted((one, other) => one.afterHours - other.afterHours)
  return first && { action: first.action, afterHours: first.afterHours }
}

/** What follows a rejection (25.2): the ticket ends, goes back to the applicant, or to an earlier state; where that was not met, to the applicant. */
export type RejectTarget = 'end' | 'start' | { readonly state: string }

/** What follows when the target of a return has finished (25.3): the route again state by state, or straight back to the state that returned. */
export type Resume = 'runAgain' | 'straightBack'

/** What a person in this state may do with a form field. Fields not named are `read`. */
export type FieldPermission = 'hidden' | 'read' | 'write' | 'required'

/** To whom the people of a state may hand their work, and whom they may call in (25.5): their own department, or the members of these departments and the holders of these roles. */
export type EligiblePeople =
  | { readonly type: 'ownDept' }
  | { readonly type: 'named'; readonly departments: readonly string[]; readonly roles: readonly string[] }

/** The ticket that a state of kind `sub` files in the applicant's name. */
export interface SubTicket {
  /** Its type; one that files no further tickets. */
  readonly type: string
  /** Fields of its form, by the field of this form that fills them. */
  readonly values: Readonly<Record<string, string>>
  /** The state waits for its end: approved passes, rejected counts as a rejection. Without, the ticket goes on at once. */
  readonly wait: boolean
}

/** One state of the chain. */
export interface StateDefinition extends Ballot {
  readonly key: string
  readonly name: Text
  readonly kind: StateKind
  readonly participant: Participant
  /** Any listed person may claim; after that only this person acts (25.1). */
  readonly claim?: boolean
  readonly emptyPolicy: EmptyPolicy
  /** Applicants found among its people have no place in it: the others decide, and where there are none it is passed by rule (25.7 rule 3). Approving states alone. */
  readonly skipsApplicant?: boolean
  /** Entered only when true; otherwise passed and recorded as skipped. */
  readonly enterWhen?: Condition
  /** What people read where enterWhen passes the state by; `{amount}` is the value that fact was compared with. Absent: made from the comparisons. */
  readonly skipReason?: Text
  /** A `handle` keeps the task open until this holds, e.g. a failed payment (21 EFF-CLAIM). */
  readonly doneWhen?: Condition
  /** A form field holding a date: the task waits until that day, though its holder may act earlier (20.3 backToWork). */
  readonly opensAtField?: string
  readonly fields?: Readonly<Record<string, FieldPermission>>
  readonly timers?: readonly TimerRule[]
  readonly allowTransfer?: boolean
  /** Its people may call others in to sign before, after or beside them (25.5). */
  readonly allowAddSign?: boolean
  /** What people added before a holder reject is advice, and the holder decides with it; absent, it rejects the holder's place (25.5). */
  readonly signersAdvise?: boolean
  /** The eligible people for transfers, advice and added signatures; everybody in service when absent. */
  readonly eligiblePeople?: EligiblePeople
  /** Where a return may go from here (25.3); none when absent. */
  readonly allowReturn?: 'start' | 'any'
  readonly allowReject?: boolean
  /** `end` when absent. */
  readonly onReject?: RejectTarget
  readonly requireComment?: boolean
  /** Approvals are signed: always, or where the condition holds when the visit gets its people. */
  readonly requireSignature?: boolean | Condition
  /** So weighty that no time limit may decide it (25.8). */
  readonly critical?: boolean
  /** Its transitions open branches that run side by side up to the one state that joins them; absent: one transition is chosen. */
  readonly branch?: Branching
  /** The branching state whose branches end here: entered once, when exactly the branches taken have arrived (I14). */
  readonly joinOf?: string
  /** What is filed here; exactly with kind `sub`. */
  readonly child?: SubTicket
}

/** Whether a person is never asked to approve their own ticket in this state (INV-10, 25.7 rule 3). */
export const barsApplicant = (definition: Pick<WorkflowDefinition, 'allowSelf'>, state: StateDefinition): boolean =>
  state.kind === 'approve' && (!definition.allowSelf || state.skipsApplicant === true)

/** A state in which branches part or meet without work and without copies. */
export const isGateway = ({ kind, participant, branch, joinOf }: StateDefinition): boolean =>
  kind === 'cc' && groupsOf(participant).length === 0 && (branch !== undefined || joinOf !== undefined)

/** A transition from one state to the next; those of one state are tried by rising priority and the last has no condition (WFD-03). */
export interface TransitionDefinition {
  readonly from: string
  /** A state key, or `end`. */
  readonly to: string
  readonly when?: Condition
  readonly label?: Text
}

/** On which occasions a workflow can tell people something. */
export const noticeOccasions = [
  'submitted',
  'entered',
  'passed',
  'returned',
  'rejected',
  'withdrawn',
  'completed',
  'voided',
] as const
export type NoticeOccasion = (typeof noticeOccasions)[number]

/** `message` always reaches the bell and the screen; a `reminder` everybody may mute. */
export type NoticeChannel = 'message' | 'reminder'

/** A notice of the workflow, besides those of tasks and those to the applicant (20.9). */
export interface NoticeRule {
  readonly key: string
  readonly on: NoticeOccasion
  /** Where it happened, for what happens in a state; any state when absent. */
  readonly state?: string
  readonly to: Participant
  readonly channel: NoticeChannel
  /** May name `{no}`, `{title}`, `{applicant}` and `{state}`. */
  readonly text: Text
}

/** A whole workflow. The first transition is from `start`. */
export interface WorkflowDefinition {
  /** The ticket type. */
  readonly key: string
  /** Groups `finance` and `procurement` have stricter publish rules (WFD-05, WF-12). */
  readonly group: 'finance' | 'officialCar' | 'maintenance' | 'procurement' | 'receive'
  readonly withdraw: 'whileRunning' | 'untouched' | 'never'
  /** INV-10: false keeps applicants from approving their own ticket. */
  readonly allowSelf: boolean
  /** When a person who has just approved is asked again (25.7 rule 4, WF-05). */
  readonly repeat: 'off' | 'preceding' | 'earlierInRound'
  /** What may follow a return (25.3); with `either` the returner chooses. `runAgain` when absent. */
  readonly resume?: Resume | 'either'
  /** How often one ticket may be returned (25.3), at least 1; any number of times when absent. */
  readonly mostReturns?: number
  /** For so many days after its end applicants may ask to have a completed ticket revoked, 1 to 3650; never when absent (25.4). */
  readonly revocableDays?: number
  /** Notices besides those of tasks. */
  readonly notices?: readonly NoticeRule[]
  readonly states: readonly StateDefinition[]
  readonly transitions: readonly TransitionDefinition[]
}
