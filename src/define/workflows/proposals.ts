/** Changes that take effect when a second person confirms them (SYS-24, SYS-132, SYS-137, SYS-138), as the server answers them. */
import type { DiffAnswer } from './designs.ts'

/** Groups of applications whose workflows and policies nobody changes alone (SYS-137). */
export const guardedGroups = ['finance', 'procurement'] as const
export type GuardedGroup = (typeof guardedGroups)[number]
export const isGuarded = (group: string): group is GuardedGroup => guardedGroups.some((one) => one === group)

/** Setting that names who confirms for a group: a role by its key, or `logisticsHead`, the leader of department D04. */
export const ownerSetting = (group: GuardedGroup) => `workflow.owner.${group}` as const

/** Whose confirmation a proposal needs: the owner of a group; a second security administrator or the auditor; a second security administrator alone (SYS-24); an administrator of another role than security (SYS-139). */
export type ConfirmingRole = GuardedGroup | 'security' | 'securityAdmin' | 'administrator'

export const proposalKinds = [
  'workflowVersion',
  'workflowState',
  'workflowMove',
  'setting',
  'workflowPolicy',
  'whiteList',
  'role',
  'leader',
  'accountReset',
  'accountOwner',
  'ownRecord',
  'machineAccount',
  'userRoles',
  'accountEnable',
  'roleScope',
  'roleRecord',
] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** `open` waits; `void` means that what it would change was changed otherwise; `expired` that nobody confirmed it in time. */
export type ProposalState = 'open' | 'confirmed' | 'refused' | 'withdrawn' | 'void' | 'expired'

/** One of those who must confirm. */
export interface ProposalSeat {
  readonly seat: ConfirmingRole
  /** Names of those who may confirm now, without the proposer. */
  readonly people: readonly string[]
  readonly confirmedBy: string | null
  readonly confirmedAt: string | null
}

/** A row of GET /api/proposal/. */
export interface ProposalRow {
  readonly id: number
  readonly kind: ProposalKind
  readonly title: string
  readonly state: ProposalState
  readonly proposedBy: string
  readonly proposedAt: string
  readonly expiresAt: string
  readonly decidedBy: string | null
  readonly decidedAt: string | null
  /** Why it was refused. */
  readonly reason: string
  readonly seats: readonly ProposalSeat[]
  readonly mayDecide: boolean
  readonly mayWithdraw: boolean
}

/** Something that becomes another thing; texts in the reader's language. */
export interface ProposedChange {
  readonly label: string
  readonly before: string
  readonly after: string
}

/** GET /api/proposal/{id}/. */
export interface ProposalDetail extends ProposalRow {
  /** Sentences: who gains what by it. */
  readonly gains: readonly string[]
  readonly changes: readonly ProposedChange[]
  /** Difference by behaviour of two versions of a workflow. */
  readonly diff: DiffAnswer | null
  /** The reader may confirm, and gives their own password again for it (SYS-122). */
  readonly requiresPassword: boolean
}

/** Answer of a call whose effect waits for a second person. */
export interface ProposedAnswer {
  /** Id of the proposal. */
  readonly proposal: number
}

/** Whether an answer says that the change waits for a second person. */
export const isProposed = (answer: unknown): answer is ProposedAnswer =>
  typeof answer === 'object' && answer !== null && 'proposal' in answer && typeof answer.proposal === 'number'

/** Hours within which a confirmed reset of credentials is carried out (SYS-138). */
export const RESET_APPROVAL_HOURS = 24
