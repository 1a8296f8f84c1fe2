import { sql } from 'kysely'
import type { Executor } from '#src/define/server.ts'

/** Unread notices by person (SYS-104), in one indexed query; people without any count 0. */
export async function countUnread(db: Executor, users: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ recipientId: number; n: number }>`
    select recipient_id, count(*) as n from notice where recipient_id = any(${[...users]}::bigint[]) and read_at is null group by recipient_id`.execute(
    db,
  )
  const counted = new Map(rows.map((row) => [row.recipientId, row.n]))
  return new Map(users.map((user) => [user, counted.get(user) ?? 0]))
}
