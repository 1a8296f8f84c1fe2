import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import {
  type DayOfMonth,
  type Explanation,
  explain,
  figuresOf,
  type Movement,
  type ReconciledDay,
  type Reconciliation,
  type Signature,
  unexplainedOf,
} from './reconciliation.ts'

/** What went out on days and what came back, by ticket and account: rows `day, ticket_id, account, amount, payments`. Money that came back was paid all the same. */
const moved = sql`
  select paid_at as day, ticket_id, account, amount, 1 as payments from payment
  where pay_state = 'paid'
  union all select payment.paid_at, payment.ticket_id, payment.account, payment.amount, 1 from payment_recovery back
  join payment on payment.id = back.payment_id and payment.pay_state <> 'paid'
  union all select recovered_at, ticket_id, account, -amount, 0 from payment_recovery`

/** FIN-96: what was paid on a day, by account, against what the budget ledger consumed on it. Whole-bureau figures: who reconciles reads all departments. */
export async function reconcile(unit: UnitOfWork, day: string): Promise<Reconciliation> {
  const { rows: accounts } = await sql<{ account: string; payments: number; amount: string }>`
    select account, sum(payments)::int as payments, sum(amount)::numeric(16,2) as amount from (${moved}) moved
    where day = ${day}::date group by account order by account`.execute(unit.db)
  const { rows } = await sql<Movement>`
    with paid as (select ticket_id, sum(amount) as amount from (${moved}) moved where day = ${day}::date group by ticket_id),
    consumed as (select ticket_id, sum(case type when 'consume' then amount else -amount end) as amount from shared_budget_ledger
      where type in ('consume', 'refund') and at >= ${`${day}T00:00:00+08:00`}::timestamptz and at < ${`${day}T00:00:00+08:00`}::timestamptz + interval '1 day'
      group by ticket_id)
    select coalesce(paid.ticket_id, consumed.ticket_id) as ticket_id, ticket.no as ticket_no, coalesce(paid.amount, 0)::numeric(16,2) as paid,
      coalesce(consumed.amount, 0)::numeric(16,2) as consumed, coalesce(standing.due, 0)::numeric(16,2) as due, coalesce(standing.recovered, 0)::numeric(16,2) as recovered,
      coalesce((select sum(case type when 'consume' then amount else -amount end) from shared_budget_ledger where ticket_id = ticket.id and type in ('consume', 'refund')), 0)::numeric(16,2) as spent
    from paid full join consumed on consumed.ticket_id = paid.ticket_id
    left join shared_ticket ticket on ticket.id = coalesce(paid.ticket_id, consumed.ticket_id)
    left join lateral (select sum(payment.amount) filter (where back.id is null) as due, sum(payment.amount) filter (where back.id is not null) as recovered
      from payment left join payment_recovery back on back.payment_id = payment.id where payment.ticket_id = ticket.id and payment.pay_state <> 'voided') standing on true
    order by 1 nulls last`.execute(unit.db)
  const paid = sumMoney(accounts.map((row) => row.amount))
  const consumed = sumMoney(rows.map((row) => row.consumed))
  const differences = explain(rows)
  return {
    day,
    accounts,
    paid,
    consumed,
    difference: subtractMoney(paid, consumed),
    differences,
    isBalanced: differences.every(({ reason }) => reason !== 'unexplained'),
  }
}

const digestOf = (figures: Reconciliation): string => createHash('sha256').update(figuresOf(figures)).digest('hex')

/** The figures of a day with the names under them. */
export async function reconciledDay(unit: UnitOfWork, access: Access, day: string): Promise<ReconciledDay> {
  const figures = await reconcile(unit, day)
  const digest = digestOf(figures)
  const { rows } = await sql<
    Omit<Signature, 'isCurrent' | 'signedAt'> & { signedAt: Date; digest: string; signedBy: number }
  >`
    select signed.id, app_user.name, signed.signed_at, signed.note, signed.explanations, signed.digest, signed.signed_by
    from reconciliation signed join shared_app_user app_user on app_user.id = signed.signed_by where signed.day = ${day}::date order by signed.id desc`.execute(
    unit.db,
  )
  return {
    ...figures,
    signatures: rows.map(({ digest: signed, signedBy: _by, signedAt, ...row }) => ({
      ...row,
      signedAt: momentText(signedAt),
      isCurrent: signed === digest,
    })),
    isMine: rows.some((row) => row.digest === digest && row.signedBy === access.userId),
  }
}

/** Puts a name under the figures of a day, every difference without a reason explained. `paid` and `consumed` are what the person saw. @throws RuleError finance.figuresChanged, finance.unexplained, finance.signedAlready. */
export async function signDay(
  unit: UnitOfWork,
  access: Access,
  asked: {
    readonly day: string
    readonly paid: string
    readonly consumed: string
    readonly explanations: readonly Explanation[]
    readonly note: string | null
  },
): Promise<{ readonly id: number }> {
  const { day, note } = asked
  if (day > unit.clock.today()) throw new ValidationError({ day: [{ key: 'finance.paidLater' }] })
  const figures = await reconcile(unit, day)
  if (figures.paid !== asked.paid || figures.consumed !== asked.consumed) throw new RuleError('finance.figuresChanged')
  const wanted = unexplainedOf(figures).map(({ ticketId }) => ticketId)
  const explanations = asked.explanations.filter(({ ticketId }) => wanted.includes(ticketId))
  const missing = wanted.filter((id) => !explanations.some(({ ticketId }) => ticketId === id))
  if (missing.length > 0) throw new RuleError('finance.unexplained', missing.length)
  const { rows } = await sql<{ id: number }>`
    insert into reconciliation (day, paid, consumed, differences, digest, explanations, note, signed_by, signed_at)
    values (${day}, ${figures.paid}, ${figures.consumed}, ${JSON.stringify(figures.differences)}::jsonb, ${digestOf(figures)}, ${JSON.stringify(explanations)}::jsonb,
      ${note}, ${access.userId}, ${unit.clock.now()}) on conflict do nothing returning id`.execute(unit.db)
  const signed = rows[0]
  if (!signed) throw new RuleError('finance.signedAlready', day)
  unit.traced({
    record: 'reconciliation',
    id: signed.id,
    before: null,
    after: { day, paid: figures.paid, consumed: figures.consumed, explanations, note },
  })
  unit.changed('payment', null)
  return signed
}

/** The days of a month on which money moved, the latest first, each with how many names stand under it. */
export async function daysOf(unit: UnitOfWork, month: string): Promise<readonly DayOfMonth[]> {
  const from = `${month}-01`
  const { rows } = await sql<DayOfMonth>`
    with paid as (select day, sum(amount) as amount from (${moved}) moved where day >= ${from}::date and day < ${from}::date + interval '1 month' group by day),
    consumed as (select (at at time zone 'Asia/Shanghai')::date as day, sum(case type when 'consume' then amount else -amount end) as amount from shared_budget_ledger
      where type in ('consume', 'refund') and at >= ${`${from}T00:00:00+08:00`}::timestamptz and at < ((${from}::date + interval '1 month')::timestamp at time zone 'Asia/Shanghai') group by 1)
    select coalesce(paid.day, consumed.day) as day, coalesce(paid.amount, 0)::numeric(16,2) as paid, coalesce(consumed.amount, 0)::numeric(16,2) as consumed,
      (select count(*)::int from reconciliation signed where signed.day = coalesce(paid.day, consumed.day)
        and signed.paid = coalesce(paid.amount, 0) and signed.consumed = coalesce(consumed.amount, 0)) as signed
    from paid full join consumed on consumed.day = paid.day order by 1 desc`.execute(unit.db)
  return rows
}
