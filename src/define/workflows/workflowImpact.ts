/** What would stop if a person left, or if nobody held a role, on the wire (25.11 staff impact). */
import type { PersonRef } from '../tickets/line.ts'

/** The place is empty and its ticket goes no further; it is passed without anybody's decision; another role is asked instead; others act. */
export const impactFates = ['stops', 'passes', 'falls', 'others'] as const
export type ImpactFate = (typeof impactFates)[number]

/** One state of one version, with what would become of it. A state has several where its people depend on the department. */
export interface ImpactState {
  readonly workflowId: number
  readonly workflowName: string
  readonly versionNo: number
  /** Whether new applications start on this version; else only tickets that are under way do. */
  readonly isCurrent: boolean
  readonly state: string
  readonly stateName: string
  readonly fate: ImpactFate
  /** Names of the departments whose applications it is true of; empty for all. */
  readonly departments: readonly string[]
  /** Who would act, the first few of them. */
  readonly people: readonly PersonRef[]
  /** How many would act. */
  readonly left: number
  /** Tickets of these departments under way on this version that stand in the state or have it ahead. */
  readonly tickets: number
  /** Applications of these departments in the period that came to the state; null for a version on which none start any more. */
  readonly visits: number | null
}

/** A ticket that waits for nobody else. */
export interface ImpactTicket {
  readonly id: number
  readonly no: string
  /** null where the reader may not see the ticket (WF-18). */
  readonly title: string | null
  readonly workflowName: string
  readonly stateName: string
  readonly fate: ImpactFate
}

/** Days that can be looked back upon. */
export const impactPeriods = [30, 90, 365] as const
export type ImpactPeriod = (typeof impactPeriods)[number]

/** GET /api/workflow/workflow_state/impact/?user= or ?role=, with &days= */
export interface ImpactAnswer {
  /** Who would go: the person, or all who hold the role. */
  readonly gone: readonly PersonRef[]
  readonly days: ImpactPeriod
  /** The worst first. */
  readonly states: readonly ImpactState[]
  /** Tickets in which nobody but them has something to do now, the worst first; the first hundred of them. */
  readonly tickets: readonly ImpactTicket[]
  /** How many such tickets there are of each fate. */
  readonly counts: Readonly<Record<ImpactFate, number>>
}
