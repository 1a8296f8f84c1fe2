import type { Task } from '#machines/ticket/engine/projection.ts'
import type { Columns } from './columns.ts'

/** A task as it is stored: what the machine says of it, and what the decision adds. */
export interface StoredTask extends Task {
  /** As the form says it. */
  readonly urgency: string
  readonly dueAt: Date | null
  readonly comment: string
  readonly signatureFileId: number | null
}

/** 0 normal, 1 urgent, 2 critical: the first sort key of queues. */
const urgencyRank = (urgency: string): number => ['normal', 'urgent', 'critical'].indexOf(urgency)

/** Columns of table ticket_task, its ticket aside, that follow from the machine alone: a replay gives the same values (I5). */
export const machineTaskColumns: Columns<Task> = {
  slot: { type: 'text', value: ({ id }) => id },
  visit: { type: 'int', value: ({ visit }) => visit },
  state: { type: 'text', value: ({ state }) => state },
  kind: { type: 'text', value: ({ kind }) => kind },
  round: { type: 'int', value: ({ round }) => round },
  assignee_id: { type: 'bigint', value: ({ holder }) => holder },
  on_behalf_of: { type: 'bigint', value: ({ onBehalfOf }) => onBehalfOf },
  relation: { type: 'text', value: ({ relation }) => relation },
  added_by: { type: 'bigint', value: ({ addedBy = null }) => addedBy },
  status: { type: 'text', value: ({ status }) => status, updates: true },
  outcome: { type: 'text', value: ({ outcome }) => outcome, updates: true },
  rule: { type: 'text', value: ({ rule }) => rule, updates: true },
  cancelled_by: { type: 'text', value: ({ cancelledBy }) => cancelledBy, updates: true },
  decided_by: { type: 'bigint', value: ({ by }) => by, updates: true },
  is_claimed: { type: 'boolean', value: ({ isClaimed }) => isClaimed, updates: true },
  must_sign: { type: 'boolean', value: ({ mustSign }) => mustSign },
}

/** All columns of table ticket_task, its ticket aside. */
export const taskColumns: Columns<StoredTask> = {
  ...machineTaskColumns,
  urgency: { type: 'smallint', value: ({ urgency }) => urgencyRank(urgency) },
  opened_at: { type: 'timestamptz', value: ({ openedAt }) => openedAt, updates: true },
  due_at: { type: 'timestamptz', value: ({ dueAt }) => dueAt, updates: true },
  decided_at: { type: 'timestamptz', value: ({ at }) => at, updates: true },
  comment: { type: 'text', value: ({ comment }) => comment, updates: true },
  signature_file_id: { type: 'bigint', value: ({ signatureFileId }) => signatureFileId, updates: true },
}
