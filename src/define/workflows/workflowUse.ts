/** How a workflow fares with real tickets, on the wire (25.11 live coverage). */
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'

/** What became of one state in the period. */
export interface StateUse {
  readonly state: string
  /** Entries into the state that asked somebody. */
  readonly visits: number
  /** Entries nobody has decided yet. */
  readonly open: number
  /** Entries that ended with a return. */
  readonly returns: number
  /** Hours from the first question to the last decision, of decided entries; null without any. */
  readonly medianHours: number | null
  readonly p90Hours: number | null
}

/** GET /api/workflow/workflow/{id}/use/?version=&from=&to= */
export interface UseAnswer {
  readonly name: string
  readonly nameEn: string
  readonly versions: readonly { readonly versionNo: number; readonly status: string }[]
  readonly versionNo: number
  readonly definition: WorkflowDefinition
  readonly from: string
  readonly to: string
  /** Tickets submitted in the period that stand on the version, or stood on it until they were brought to another by hand; each counts with what it lived under this one. */
  readonly tickets: number
  readonly states: readonly StateUse[]
  /** How many of the newest tickets took each transition, by its place in the definition, and how many were looked at. */
  readonly transitions: readonly number[]
  readonly looked: number
}
