/** Bookings of pool equipment: made, handed out, taken back, cancelled. The database refuses two at one time. */

import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { closeAllocations, openAllocations } from '../cards/asset-ledger.server.ts'
import { type AssetRow, lockAssets, type Mover } from '../cards/asset-moves.server.ts'
import type { AfterReturn } from '../contract.ts'
import { nextDocumentNo } from '../document-numbers.server.ts'

/** Longest booking in days, as of a loan (23.6). */
export const MAX_BOOKING_DAYS = 180
const DAY_MS = 86_400_000

export interface NewBooking {
  readonly assetId: number
  readonly userId: number
  readonly deptId: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly purpose: string
}

/** @throws RuleError asset.notPool, asset.serviceEnded or asset.notIdle for what nobody can have */
export function refuseUnbookable(row: AssetRow, endsAt: Date): void {
  if (!row.isPool) throw new RuleError('asset.notPool', row.assetNo).at('assetId')
  if (row.state !== 'idle' && row.state !== 'inUse')
    throw new RuleError('asset.notIdle', row.assetNo, { dictionary: 'assetState', value: row.state }).at('assetId')
  const last = momentText(endsAt).slice(0, 10)
  if (row.serviceUntil !== null && row.serviceUntil < last)
    throw new RuleError('asset.serviceEnded', row.assetNo, row.serviceUntil).at('assetId')
  if (row.inspectDue !== null && row.inspectDue < last)
    throw new RuleError('asset.inspectionOverdue', row.assetNo, row.inspectDue).at('assetId')
}

/** Names whose booking is in the way; the exclusion constraint holds the same against what happens at the same moment. */
export async function refuseOverlap(
  unit: UnitOfWork,
  booking: Pick<NewBooking, 'assetId' | 'startsAt' | 'endsAt'>,
  except = 0,
): Promise<void> {
  const { rows } = await sql<{ startsAt: Date; endsAt: Date; person: string }>`
    select b.starts_at, b.ends_at, u.name as person from asset_booking b join shared_app_user u on u.id = b.user_id
    where b.asset_id = ${booking.assetId} and b.id <> ${except} and b.state in ('booked', 'out')
      and b.during && tstzrange(${booking.startsAt}::timestamptz, ${booking.endsAt}::timestamptz, '[)') order by b.starts_at limit 1`.execute(
    unit.db,
  )
  const other = rows[0]
  if (other)
    throw new RuleError(
      'asset.bookedBy',
      momentText(other.startsAt).slice(0, 16),
      momentText(other.endsAt).slice(0, 16),
      other.person,
    ).at('startsAt', 'endsAt')
}

export function refusePeriod(unit: UnitOfWork, startsAt: Date, endsAt: Date): void {
  if (endsAt <= startsAt) throw new RuleError('asset.bookingEndsFirst').at('endsAt')
  if (endsAt.getTime() - startsAt.getTime() > MAX_BOOKING_DAYS * DAY_MS)
    throw new RuleError('asset.bookingTooLong', MAX_BOOKING_DAYS).at('endsAt')
  if (endsAt <= unit.clock.now()) throw new RuleError('asset.bookingPast').at('endsAt')
}

/** Books a loan that a ticket asks for, in place of what the ticket booked before. */
export async function bookForTicket(mover: Mover, bookings: readonly NewBooking[]): Promise<void> {
  const { unit, userId, ticketId } = mover
  if (ticketId === null) throw new Error('loans are booked for tickets')
  await cancelTicketBookings(unit, ticketId)
  for (const booking of [...bookings].sort((one, other) => one.assetId - other.assetId)) {
    const [row] = await lockAssets(unit, [booking.assetId])
    if (row === undefined) continue
    refuseUnbookable(row, booking.endsAt)
    await refuseOverlap(unit, booking)
    const now = unit.clock.now()
    await sql`
      insert into asset_booking (no, asset_id, user_id, dept_id, starts_at, ends_at, purpose, ticket_id, created_at, created_by, updated_at, updated_by)
      values (${await nextDocumentNo(unit, 'YY')}, ${booking.assetId}, ${booking.userId}, ${booking.deptId}, ${booking.startsAt}::timestamptz, ${booking.endsAt}::timestamptz,
        ${booking.purpose}, ${ticketId}, ${now}::timestamptz, ${userId}::bigint, ${now}::timestamptz, ${userId}::bigint)`.execute(
      unit.db,
    )
  }
  unit.changed('assetBooking', null)
}

/** Bookings of a ticket that nobody collected. */
export async function cancelTicketBookings(unit: UnitOfWork, ticketId: number): Promise<void> {
  const { rows } = await sql`
    update asset_booking set state = 'cancelled', updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where ticket_id = ${ticketId} and state = 'booked' returning id`.execute(unit.db)
  if (rows.length > 0) unit.changed('assetBooking', null)
}

interface Booking {
  readonly id: number
  readonly assetId: number
  readonly userId: number
  readonly deptId: number
  readonly endsAt: Date
  readonly purpose: string
  readonly no: string
  readonly ticketId: number | null
}

async function bookingOf(unit: UnitOfWork, id: number): Promise<Booking> {
  const { rows } = await sql<Booking>`
    select id, asset_id, user_id, dept_id, ends_at, purpose, no, ticket_id from asset_booking where id = ${id} for update`.execute(
    unit.db,
  )
  if (!rows[0]) throw new Error(`no booking ${id}`)
  return rows[0]
}

export async function handOut(unit: UnitOfWork, userId: number | null, id: number): Promise<void> {
  const booking = await bookingOf(unit, id)
  const [row] = await lockAssets(unit, [booking.assetId])
  if (row === undefined) return
  refuseUnbookable(row, booking.endsAt)
  const now = unit.clock.now()
  if (now >= booking.endsAt) throw new RuleError('asset.bookingPast')
  // Collected early, it must be free until the booked period begins.
  await refuseOverlap(unit, { ...booking, startsAt: now }, booking.id)
  await openAllocations(
    { unit, userId, ticketId: booking.ticketId },
    {
      assetIds: [booking.assetId],
      holderId: booking.userId,
      deptId: booking.deptId,
      roomId: row.roomId,
      ticketId: booking.ticketId,
      until: momentText(booking.endsAt).slice(0, 10),
      reason: `${booking.no} ${booking.purpose}`,
    },
    { isPoolLoan: true },
  )
  await sql`
    update asset_booking set state = 'out', out_at = ${now}::timestamptz, out_by = ${userId}::bigint, starts_at = least(starts_at, ${now}::timestamptz), updated_at = ${now}::timestamptz, version = version + 1
    where id = ${id}`.execute(unit.db)
}

export async function takeBack(
  unit: UnitOfWork,
  access: Access,
  id: number,
  after: AfterReturn,
  note: string,
): Promise<void> {
  const booking = await bookingOf(unit, id)
  await closeAllocations({ unit, userId: access.userId, ticketId: null }, [booking.assetId], after, note)
  await sql`update asset_booking set return_note = ${note}::text where id = ${id}`.execute(unit.db)
}

export async function cancelBooking(unit: UnitOfWork, id: number, reason: string): Promise<void> {
  await sql`
    update asset_booking set state = 'cancelled', cancel_reason = ${reason}, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1 where id = ${id}`.execute(
    unit.db,
  )
}

export async function cancelBookingsOf(unit: UnitOfWork, userId: number, reason: string): Promise<void> {
  await sql`
    update asset_booking set state = 'cancelled', cancel_reason = ${reason}, updated_at = ${unit.clock.now()}::timestamptz, version = version + 1
    where user_id = ${userId} and state = 'booked'`.execute(unit.db)
  unit.changed('assetBooking', null)
}
