/** The one writer of balances of fuel cards: recharges, refuels and what a voided refuel gives back. */
import { type SqlBool, sql } from 'kysely'
import { RuleError } from '#src/define/problem.ts'
import type { RecordServer, UnitOfWork } from '#src/define/server.ts'
import { compareMoney } from '#src/fields/money/cents.ts'
import { fileIdsIn } from '#src/fields/values.ts'

type EntryKind = 'recharge' | 'refuel' | 'refund'

interface Entry {
  readonly cardId: number
  readonly kind: EntryKind
  /** More than zero; a refuel takes it from the card. */
  readonly amount: string
  readonly ticketId: number | null
  readonly vouchers: readonly number[] | null
  readonly byUser: number | null
}

/** @throws RuleError `fuelCard.short` at `fuelCardId` when the balance does not cover a refuel */
export async function postEntry(unit: UnitOfWork, entry: Entry): Promise<void> {
  const { rows } = await sql<{ no: string; balance: string }>`
    select no, balance from fuel_card where id = ${entry.cardId} and deleted_at is null for update`.execute(unit.db)
  const [card] = rows
  if (!card) throw new RuleError('fuelCard.unknown').at('fuelCardId')
  if (entry.kind === 'refuel' && compareMoney(card.balance, entry.amount) < 0)
    throw new RuleError('fuelCard.short', card.no, card.balance, entry.amount).at('fuelCardId')
  const signed = entry.kind === 'refuel' ? `-${entry.amount}` : entry.amount
  const now = unit.clock.now()
  await sql`
    with moved as (
      update fuel_card set balance = balance + ${signed}::numeric, updated_at = ${now}, version = version + 1 where id = ${entry.cardId} returning id, balance)
    insert into fuel_card_entry (card_id, kind, amount, balance_after, ticket_id, vouchers, at, by_user)
    select id, ${entry.kind}, ${signed}::numeric, balance, ${entry.ticketId}::bigint, ${entry.vouchers === null ? null : [...entry.vouchers]}::bigint[], ${now}, ${entry.byUser}::bigint
    from moved`.execute(unit.db)
  unit.changed('fuelCard', entry.cardId)
}

export const fuelCardServer: RecordServer = {
  computed: { lastAt: '(select max(e.at) from fuel_card_entry e where e.card_id = r.id)' },
  // Whoever refuels chooses the card of the car: drivers of the fleet, else people of the department that has the car or who were on the way with it. Only the fleet sees the balance.
  pickable: (access) =>
    access.may('carTrip:Depart')
      ? sql<SqlBool>`r.deleted_at is null`
      : sql<SqlBool>`r.deleted_at is null and (r.dept_id = ${access.departmentId} or exists (
          select from car_trip t where t.car_id = r.car_id and t.deleted_at is null and t.state <> 'cancelled'
            and (t.driver_user_id = ${access.userId} or t.requester_id = ${access.userId}
              or exists (select from car_trip_ticket x join shared_ticket k on k.id = x.ticket_id where x.trip_id = t.id and k.applicant_id = ${access.userId}))))`,
  async beforeCreate(values, unit) {
    const { rows } = await sql<{ deptId: number }>`select dept_id from car where id = ${Number(values.carId)}`.execute(
      unit.db,
    )
    return { ...values, deptId: rows[0]?.deptId ?? null }
  },
  actions: {
    async recharge(row, values, unit, access) {
      await postEntry(unit, {
        cardId: row.id,
        kind: 'recharge',
        amount: String(values.amount),
        ticketId: null,
        vouchers: fileIdsIn(values.voucher),
        byUser: access.userId,
      })
    },
  },
}
