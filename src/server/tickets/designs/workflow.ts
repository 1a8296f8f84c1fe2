import { sql } from 'kysely'
import { notFound, RuleError } from '#src/define/problem.ts'
import type { Executor } from '#src/define/server.ts'

/** A workflow as its administration sees it. */
export interface WorkflowHead {
  readonly id: number
  readonly key: string
  readonly groupKey: string
  readonly code: string
  readonly icon: string
  readonly sort: number
  readonly isShipped: boolean
  /** False while the type has no form, so that no ticket of it can begin. */
  readonly isOffered: boolean
  readonly status: 'draft' | 'published' | 'disabled'
  /** null until the first publication. */
  readonly currentVersionId: number | null
}

const columns = sql.raw('id, key, group_key, code, icon, sort, is_shipped, is_offered, status, current_version_id')

/** @throws Refusal 4004. */
export async function readHead(db: Executor, id: number): Promise<WorkflowHead> {
  const { rows } = await sql<WorkflowHead>`
    select ${columns} from workflow where id = ${id} and deleted_at is null`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** The same row, locked until the end of the transaction: every change of a workflow or its draft takes this lock first. @throws Refusal 4004. */
export async function lockHead(db: Executor, id: number): Promise<WorkflowHead> {
  const { rows } = await sql<WorkflowHead>`
    select ${columns} from workflow where id = ${id} and deleted_at is null for update`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** WFD-06: what shipped keeps its name and stays. */
export function refuseShipped(head: WorkflowHead): void {
  if (head.isShipped) throw new RuleError('rule.WFD-06')
}
