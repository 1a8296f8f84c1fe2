/** A reason to refuse the publication of a definition (25.10). */
import type { Condition, Facts, FieldPermission, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Domain } from '#machines/ticket/definition/domains.ts'
import type { Policy } from '#machines/ticket/definition/policies.ts'
import type { Workflow } from '#machines/ticket/definition/workflow.ts'
import type { ProofContext } from './walks.ts'

/** Names of all faults; each is the last part of a message key. */
export type FaultName =
  | 'keyInvalid'
  | 'keyDuplicate'
  | 'transitionDangling'
  | 'startMissing'
  | 'startEntered'
  | 'transitionMissing'
  | 'lastConditional'
  | 'gap'
  | 'overlap'
  | 'transitionDead'
  | 'unreachable'
  | 'deadEnd'
  | 'cycle'
  | 'fieldUnknown'
  | 'conditionTooDeep'
  | 'valueKind'
  | 'tooManyFacts'
  | 'approveAfterHandle'
  | 'tooFewApprovals'
  | 'timerHours'
  | 'timerDuplicate'
  | 'timerInCc'
  | 'timerInSub'
  | 'timerDead'
  | 'autoPassForbidden'
  | 'autoPassSigned'
  | 'autoPassUndone'
  | 'autoRejectHandle'
  | 'closeHandle'
  | 'returnInCc'
  | 'returnInSub'
  | 'returnInHandle'
  | 'returnTargetMissing'
  | 'returnsNumber'
  | 'fieldRequiredInCc'
  | 'claimMode'
  | 'ballotNumber'
  | 'countTooHigh'
  | 'groupsMissing'
  | 'autoPassCritical'
  | 'timerAction'
  | 'policySame'
  | 'rejectEmpty'
  | 'administrator'
  | 'eligiblePeopleEmpty'
  | 'ownOnly'
  | 'ownKind'
  | 'previousMissing'
  | 'participantUnfilled'
  | 'fieldRequiredHidden'
  | 'fieldComputed'
  | 'fieldKind'
  | 'fieldNeverFilled'
  | 'doneUnwritable'
  | 'doneNever'
  | 'visibleCircle'
  | 'noStates'
  | 'stateUnnamed'
  | 'nobodyActs'
  | 'ownApproval'
  | 'policyBroken'
  | 'joinUnknown'
  | 'joinMissing'
  | 'joinTwice'
  | 'joinEntered'
  | 'branchSingle'
  | 'branchSame'
  | 'branchConditional'
  | 'branchSideways'
  | 'branchLeaves'
  | 'branchEntered'
  | 'branchEndless'
  | 'handleInBranch'
  | 'timerRepeat'
  | 'rejectTargetMissing'
  | 'rejectByClock'
  | 'noticeState'
  | 'noticeNobody'
  | 'noticeText'
  | 'noticePlaceholder'
  | 'noticeField'
  | 'childMissing'
  | 'childAfterHandle'
  | 'childKind'
  | 'revocableDays'

/** The text stands under `workflow.fault.<name>`; params name states by key, fields by name, and facts as `name = value`. */
export interface FaultMessage {
  readonly key: `workflow.fault.${FaultName}`
  readonly params: Readonly<Record<string, string | number>>
}

/** Something that must be put right before publishing. */
export interface Fault {
  /** Rule of the product pages: WFD-01, WFD-03, WFD-05, WFD-08, WF-12, 25.10. */
  readonly rule: string
  /** The state to be marked in the diagram; null when it concerns the whole workflow. */
  readonly state: string | null
  readonly message: FaultMessage
  /** State keys from `start` to where the fault shows, the shortest such path. */
  readonly path: readonly string[]
}

/** What else publishing knows: names the conditions may use, and the thresholds of today. */
export interface Surroundings {
  /** Form fields and facts of applicant and department; thresholds not included. */
  readonly fields: readonly string[]
  /** `config.wf.t1` and its like with their values. */
  readonly thresholds: Facts
  /** What is known of the fields and facts beside their names; nothing is taken for granted of one not listed. */
  readonly known?: Readonly<Record<string, KnownFact>>
  /** Rules of the administrator that every version must keep (25.10). */
  readonly policies?: readonly Policy[]
}

/** What publishing knows of one field of the form, or of one fact about the applicant. */
export interface KnownFact {
  readonly domain: Domain
  /** Kind of the form field; null for what is no field. */
  readonly kind: string | null
  /** What the applicant may do with it; null for what is no field. */
  readonly start: FieldPermission | null
  /** Must have a value wherever it may be written. */
  readonly isRequired: boolean
  /** Set by the server from other fields. */
  readonly isComputed: boolean
  /** Shown and kept only when this holds over the other fields. */
  readonly visibleWhen?: Condition
  /** Must have a value where this holds, besides `isRequired`. */
  readonly requiredWhen?: Condition
  /** Has a value of its own before anybody writes one. */
  readonly hasInitial?: boolean
  /** No fact of its own: the number in this field, 0 while the field is empty. */
  readonly of?: string
}

/** A definition under examination. */
export interface ExaminedDefinition extends Surroundings {
  readonly definition: WorkflowDefinition
  readonly workflow: Workflow
  readonly proof: ProofContext
}

/** One fault; the path is filled in once all paths are known. */
export function fault(rule: string, name: FaultName, state: string | null, params: FaultMessage['params'] = {}): Fault {
  return {
    rule,
    state,
    message: { key: `workflow.fault.${name}`, params: state === null ? params : { state, ...params } },
    path: [],
  }
}

/** Facts for a sentence: only those the question is about. */
export function shownFacts(facts: Facts, names: readonly string[]): string {
  return names.map((name) => `${name} = ${String(facts[name] ?? null)}`).join(', ')
}

/** Facts for a sentence: all that were asked for on the way, thresholds and second names left out. */
export function saidFacts(facts: Facts, thresholds: Facts, known: Readonly<Record<string, KnownFact>>): string {
  const names = Object.keys(facts).filter((name) => !(name in thresholds) && known[name]?.of === undefined)
  return shownFacts(facts, names) || '—'
}
