import { sql } from 'kysely'
import { daysBetween } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import { type EffectContext, type EffectRun, effect, type TicketView } from '#src/define/server.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { compareMoney, subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { budgetLedger, commitments } from '#src/modules/budget/contract.ts'
import { sourceOf } from '../claim-effects.server.ts'
import { sumOf } from '../claim-form.server.ts'
import { registerInvoices, releaseInvoices, saveClaim } from '../claim-rows.server.ts'
import { createPayments, ownAccounts, type Payee, payeeOf, voidPayments } from '../payments.server.ts'
import { sharesOf } from './plan.ts'
import { type ClaimedTrip, tripsOf } from './travel-claim-form.server.ts'

async function lockTrips({ unit, ticket }: EffectContext): Promise<readonly ClaimedTrip[]> {
  const trips = await tripsOf(unit, ticket.formData)
  await sql`select id from travel_trip where id = any(${trips.map(({ id }) => id)}::bigint[]) order by id for update`.execute(
    unit.db,
  )
  return tripsOf(unit, ticket.formData)
}

/** What of the claim is each trip's: its traveller's lodging, and the rest by days. */
const partsOf = ({ amount, formData }: TicketView, trips: readonly ClaimedTrip[]): readonly string[] =>
  sharesOf(
    amount ?? '0.00',
    trips.map(({ userId, startDate, endDate }) => ({
      own: sumOf(
        rowsOf(formData.lodging).filter(({ traveller }) => traveller === userId),
        'allowed',
      ),
      days: daysBetween(startDate, endDate) + 1,
    })),
  )

/** Every traveller is paid their part: who is named as payee on that account, the others on their own; a company is paid in one sum. */
async function payeesOf(context: EffectContext, trips: readonly ClaimedTrip[]): Promise<readonly Payee[]> {
  const named = payeeOf(context)
  if (named.type === 'corporate' || trips.length < 2) return [named]
  const parts = partsOf(context.ticket, trips)
  const accounts = await ownAccounts(
    context.unit,
    trips.map(({ userId }) => userId),
  )
  return trips.flatMap(({ userId, userName }, index) => {
    const amount = parts[index] ?? '0.00'
    if (compareMoney(amount, '0.00') <= 0) return []
    return [
      userName === named.name
        ? { ...named, amount }
        : {
            ...named,
            name: userName,
            bank: accounts.get(userId)?.bank ?? null,
            account: accounts.get(userId)?.account ?? null,
            amount,
          },
    ]
  })
}

async function setTrips(
  { unit, ticket }: EffectContext,
  trips: readonly ClaimedTrip[],
  state: 'ended' | 'claiming' | 'reimbursed',
): Promise<void> {
  const parts = state === 'reimbursed' ? partsOf(ticket, trips) : []
  const rows = trips.map(({ id }, index) => ({ id, actual: parts[index] ?? null }))
  await sql`update travel_trip set state = ${state}, claim_ticket_id = ${state === 'ended' ? null : ticket.id}::bigint, actual = part.actual,
    updated_at = ${unit.clock.now()}, version = version + 1
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as part(id bigint, actual numeric) where travel_trip.id = part.id`.execute(
    unit.db,
  )
  unit.changed('travelTrip', trips.length === 1 ? (trips[0]?.id ?? null) : null)
}

/** The trips' money first, oldest trip first; what is missing is frozen for the claim itself. */
async function hold(context: EffectContext, trips: readonly ClaimedTrip[]): Promise<void> {
  const { unit, ticket } = context
  let rest = ticket.amount ?? '0.00'
  for (const trip of trips) {
    const part = compareMoney(rest, trip.held) < 0 ? rest : trip.held
    if (compareMoney(part, '0.00') <= 0) continue
    await unit.service(commitments).ask(trip.commitmentId, ticket.id, part)
    rest = subtractMoney(rest, part)
  }
  const [first] = trips
  if (first === undefined) throw new RuleError('travel.requestRequired')
  const { lineId, projectId } = first
  if (compareMoney(rest, '0.00') > 0)
    await unit.service(budgetLedger).freeze(lineId, rest, sourceOf(context, 'travelClaim.extra'))
  await saveClaim(context, { kind: 'travel', lineId, projectId, amount: ticket.amount ?? '0.00' })
}

async function letGo(context: EffectContext): Promise<void> {
  const { unit, ticket } = context
  await unit.service(commitments).free(ticket.id)
  const ledger = unit.service(budgetLedger)
  for (const held of await ledger.frozenBy(ticket.id))
    await ledger.unfreeze(held.lineId, held.amount, sourceOf(context, 'travelClaim.release'))
}

/** TRV-10: a day of a traveller is paid in one claim. */
async function takeDays({ unit, ticket }: EffectContext, trips: readonly ClaimedTrip[]): Promise<void> {
  const wanted = trips.map(({ userId, startDate, endDate }) => ({ userId, startDate, endDate }))
  const { rows } = await sql<{ isNew: boolean; userId: number; day: string }>`
    with asked as (
      select w."userId" as user_id, generate_series(w."startDate", w."endDate", interval '1 day')::date as day
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w("userId" bigint, "startDate" date, "endDate" date)),
    taken as (insert into travel_allowance_day (user_id, day, ticket_id) select user_id, day, ${ticket.id}::bigint from asked on conflict do nothing returning user_id, day)
    select asked.user_id, asked.day, taken.day is not null as is_new from asked left join taken on taken.user_id = asked.user_id and taken.day = asked.day`.execute(
    unit.db,
  )
  const twice = rows.find((row) => !row.isNew)
  if (twice)
    throw new RuleError('rule.TRV-10', trips.find((trip) => trip.userId === twice.userId)?.userName ?? '', twice.day)
}

const leaveDays = ({ unit, ticket }: EffectContext) =>
  sql`delete from travel_allowance_day where ticket_id = ${ticket.id}`.execute(unit.db)

/** onSubmit: TRV-07, TRV-08 again under lock; the trips are being claimed from now on. */
const ask: EffectRun = async (context) => {
  const trips = await lockTrips(context)
  if (trips.length === 0) throw new RuleError('travel.requestRequired')
  if (trips.some((trip) => trip.state !== 'ended')) throw new RuleError('travel.alreadyReimbursed')
  await setTrips(context, trips, 'claiming')
  await takeDays(context, trips)
  await hold(context, trips)
  await registerInvoices(context)
}

const release: EffectRun = async (context) => {
  const trips = (await lockTrips(context)).filter((trip) => trip.claimTicketId === context.ticket.id)
  await letGo(context)
  await leaveDays(context)
  await setTrips(context, trips, 'ended')
  await releaseInvoices(context)
}

/** onChange: the audit may only lower the fares. */
const reduce: EffectRun = async (context) => {
  const { before, ticket } = context
  const [was, is] = [before?.amount, ticket.amount ?? '0.00']
  if (typeof was !== 'string' || was === is) return
  if (compareMoney(is, was) > 0) throw new RuleError('finance.onlyLess', was, is)
  const trips = await lockTrips(context)
  await letGo(context)
  await hold(context, trips)
}

/** onApprove: what the trips held and the claim froze becomes used, what the trips did not need goes back. */
const spend: EffectRun = async (context) => {
  const { unit, ticket } = context
  const trips = await lockTrips(context)
  const ledger = unit.service(budgetLedger)
  for (const trip of trips) {
    const held = await unit.service(commitments).read(trip.commitmentId)
    await unit.service(commitments).spend(trip.commitmentId, sourceOf(context, 'travelClaim.spend'))
    if (held?.state === 'effective')
      await unit.service(commitments).close(trip.commitmentId, 'settled', 'travelClaim.settle')
  }
  for (const extra of await ledger.frozenBy(ticket.id)) {
    await ledger.unfreeze(extra.lineId, extra.amount, sourceOf(context, 'travelClaim.spend'))
    await ledger.consume(extra.lineId, extra.amount, sourceOf(context, 'travelClaim.spend'))
  }
  await setTrips(context, trips, 'reimbursed')
  await createPayments(context, await payeesOf(context, trips))
}

/** onVoidApproved: money that was not paid, or came back, returns; the trips may be claimed again. */
const undo: EffectRun = async (context) => {
  const { unit, ticket } = context
  const source = { ...sourceOf(context, 'travelClaim.undo'), ...(await voidPayments(context)) }
  const trips = await lockTrips(context)
  const drawn = sumMoney((await unit.service(commitments).usedBy(ticket.id)).map(({ used }) => used))
  const extra = subtractMoney(ticket.amount ?? '0.00', drawn)
  await unit.service(commitments).undo(source)
  const lineId = trips[0]?.lineId
  if (lineId !== undefined && compareMoney(extra, '0.00') > 0)
    await unit.service(budgetLedger).refund(lineId, extra, source)
  await leaveDays(context)
  await setTrips(context, trips, 'ended')
  await releaseInvoices(context)
}

export const travelClaimEffects = {
  'travelClaim.ask': effect(['trips'], ask),
  'travelClaim.release': effect([], release),
  'travelClaim.reduce': effect(['amount'], reduce),
  'travelClaim.spend': effect(['trips'], spend),
  'travelClaim.undo': effect([], undo),
} as const

declare module '#src/define/names.ts' {
  interface EffectNames {
    travelClaim: keyof typeof travelClaimEffects
  }
}
