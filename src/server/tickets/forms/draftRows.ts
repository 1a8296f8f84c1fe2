import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import type { Ticket } from '../ticket.ts'

/** One draft more or less in its applicant's list (HOM-02). */
export async function countDraft(base: Base, userId: number, n: 1 | -1): Promise<void> {
  await sql`
    insert into ticket_count as c (user_id, label, n) values (${userId}, 'toSubmit', ${n})
    on conflict (user_id, label) do update set n = c.n + excluded.n`.execute(base.db)
}

/** Takes a draft out of sight. */
export async function removeDraft(base: Base, { id, applicantId }: Ticket): Promise<void> {
  await sql`update ticket set deleted_at = ${base.clock.now()}, updated_at = ${base.clock.now()}, revision = revision + 1 where id = ${id}`.execute(
    base.db,
  )
  await countDraft(base, applicantId, -1)
  base.changed('ticket', id)
}
