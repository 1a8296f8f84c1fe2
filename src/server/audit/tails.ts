/** The rows of the audit logs that no seal covers yet, counted outside the database: cutting them off is noticed as well (SYS-134). */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Executor } from '#src/define/server.ts'
import type { AuditedTable } from './logs.ts'

/** Rows behind the newest seal, and the last id among them. */
export const tailSchema = z.strictObject({ toId: z.int(), rows: z.int() })
export type Tail = z.infer<typeof tailSchema>

/** The rows of a log behind an id. */
export async function readTail(db: Executor, log: AuditedTable, after: number): Promise<Tail> {
  const { rows } = await sql<{ toId: number | null; rows: number }>`
    select max(id) as to_id, count(*)::int as rows from ${sql.table(log)} where id > ${after}`.execute(db)
  return { toId: rows[0]?.toId ?? after, rows: rows[0]?.rows ?? 0 }
}

/** A tail as it was counted once, behind the seal that was the newest then. */
export interface CountedTail extends Tail {
  readonly log: AuditedTable
  readonly at: string
  /** Last id under that seal. */
  readonly after: number
}

/** Those of which rows are missing now. More may have come: a transaction that was still open then. */
export async function cutTails(db: Executor, counted: readonly CountedTail[]): Promise<readonly CountedTail[]> {
  const found: CountedTail[] = []
  for (const log of new Set(counted.map((one) => one.log))) {
    const own = counted.filter((one) => one.log === log && one.rows > 0)
    const { rows } = await sql<{ place: number }>`
      select k.place from jsonb_to_recordset(${JSON.stringify(own.map((one, place) => ({ ...one, place })))}::jsonb)
        as k ("after" bigint, "toId" bigint, rows int, place int)
      where (select count(*) from ${sql.table(log)} r where r.id > k."after" and r.id <= k."toId") < k.rows order by k.place`.execute(
      db,
    )
    found.push(...rows.flatMap(({ place }) => own[place] ?? []))
  }
  return found
}
