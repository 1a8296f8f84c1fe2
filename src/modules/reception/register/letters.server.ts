/** Letters that receptions use: the one writer of the table that lets each be used once (REC-01, INV-14). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { letterKeyOf } from '../application/limits.ts'

/** A letter as it is written. */
interface Letter {
  readonly org: string
  readonly no: string
}

/** The ticket beside this one that uses the letter; null where it is free. */
export async function letterHolder(
  unit: UnitOfWork,
  { org, no }: Letter,
  ticketId: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ ticketId: number }>`
    select ticket_id from reception_letter where org_key = ${letterKeyOf(org)} and no_key = ${letterKeyOf(no)}
      and ticket_id is distinct from ${ticketId}::bigint`.execute(unit.db)
  return rows[0]?.ticketId ?? null
}

/** Takes the letter for a ticket; the unique key lets one of several at once have it. @throws RuleError `reception.letterUsed` */
export async function takeLetter(unit: UnitOfWork, ticketId: number, { org, no }: Letter): Promise<void> {
  const { rows } = await sql<{ ticketId: number }>`
    insert into reception_letter (ticket_id, org_key, no_key, taken_at)
    values (${ticketId}, ${letterKeyOf(org)}, ${letterKeyOf(no)}, ${unit.clock.now()}::timestamptz)
    on conflict (org_key, no_key) do update set taken_at = reception_letter.taken_at where reception_letter.ticket_id = excluded.ticket_id
    returning ticket_id`.execute(unit.db)
  if (rows.length === 0) throw new RuleError('reception.letterUsed', no).at('letterNo')
}

/** The letter may be used again. */
export async function freeLetter(unit: UnitOfWork, ticketId: number): Promise<void> {
  await sql`delete from reception_letter where ticket_id = ${ticketId}`.execute(unit.db)
}
