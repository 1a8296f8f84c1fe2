/** Receptions: the rows of the register, written by the effects of their tickets (23.9). */
import { sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import { changing, type RowChanges } from '#src/define/records/rows.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { RowOf } from '#src/define/tables.server.ts'
import type { FormData } from '#src/fields/field.ts'
import { textIn } from '#src/fields/values.ts'

export type ReceptionRow = RowOf<'reception'>

/** The live reception of a ticket; null where it has none. */
export async function findReceptionOf(unit: UnitOfWork, ticketId: number): Promise<ReceptionRow | null> {
  const reception = await unit.db
    .selectFrom('reception')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  return reception ?? null
}

/** The live reception of a ticket, locked. @throws RuleError where it has none */
export async function lockReceptionOf(unit: UnitOfWork, ticketId: number): Promise<ReceptionRow> {
  const reception = await unit.db
    .selectFrom('reception')
    .selectAll()
    .where('ticketId', '=', ticketId)
    .where('state', '<>', 'cancelled')
    .forUpdate()
    .executeTakeFirst()
  if (reception === undefined) throw new RuleError('wf.stateChanged')
  return reception
}

/** Writes what changed of a locked reception. */
export async function changeReception(
  unit: UnitOfWork,
  id: number,
  changes: RowChanges<'reception'>,
  by: number | null,
): Promise<void> {
  await changing(unit, 'reception', changes, by).where('id', '=', id).execute()
  unit.changed('reception', id)
}

/** Guests of a form as they stand in the register, in the order of the list. */
interface GuestRow {
  readonly no: number
  readonly name: string
  readonly org: string
  readonly position: string
  readonly rank: string
  readonly extra: boolean
  readonly absent: boolean
}

export const guestRow = (row: FormData, no: number, { extra = false, absent = false } = {}): GuestRow => ({
  no,
  name: textIn(row.name),
  org: textIn(row.org),
  position: textIn(row.position),
  rank: textIn(row.rankLevel),
  extra,
  absent,
})

/** The guests of a reception, in place of those that stood there. */
export async function writeGuests(unit: UnitOfWork, receptionId: number, guests: readonly GuestRow[]): Promise<void> {
  await sql`delete from reception_guest where reception_id = ${receptionId}`.execute(unit.db)
  await sql`
    insert into reception_guest (reception_id, no, name, org, position, rank_level, is_extra, is_absent)
    select ${receptionId}::bigint, g.no, g.name, g.org, g.position, g.rank, g.extra, g.absent
    from jsonb_to_recordset(${JSON.stringify(guests)}::jsonb) as g (no int, name text, org text, position text, rank text, extra boolean, absent boolean)`.execute(
    unit.db,
  )
}

/** Who ate at their own cost, with receipts. */
export async function writePayers(unit: UnitOfWork, receptionId: number, payers: readonly FormData[]): Promise<void> {
  const rows = payers.map(({ name, amount, receiptNo, paidOn }, index) => ({
    no: index + 1,
    name,
    amount,
    receipt: receiptNo,
    day: paidOn,
  }))
  await sql`delete from reception_payer where reception_id = ${receptionId}`.execute(unit.db)
  await sql`
    insert into reception_payer (reception_id, no, name, amount, receipt_no, paid_on)
    select ${receptionId}::bigint, p.no, p.name, p.amount, p.receipt, p.day
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as p (no int, name text, amount numeric, receipt text, day date)`.execute(
    unit.db,
  )
}
