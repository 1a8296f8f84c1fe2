import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Ticket } from '../ticket.ts'

/** One draft more or less in its applicant's list (HOM-02). */
export async function countDraft(unit: UnitOfWork, userId: number, n: 1 | -1): Promise<void> {
  await sql`
    insert into ticket_count as c (user_id, label, n) values (${userId}, 'toSubmit', ${n})
    on conflict (user_id, label) do update set n = c.n + excluded.n`.execute(unit.db)
}

/** Takes a draft out of sight. */
export async function removeDraft(unit: UnitOfWork, { id, applicantId }: Ticket): Promise<void> {
  await sql`update ticket set deleted_at = ${unit.clock.now()}, updated_at = ${unit.clock.now()}, revision = revision + 1 where id = ${id}`.execute(
    unit.db,
  )
  await countDraft(unit, applicantId, -1)
  unit.changed('ticket', id)
}
