import { sql } from 'kysely'
import type { Base } from '#src/define/server.ts'
import { subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { explain, type Movement, type Reconciliation } from './reconciliation.ts'

/** FIN-96: what was paid on a day, by account, against what the budget ledger consumed on it. Whole-bureau figures: who reconciles reads all departments. */
export async function reconcile(base: Base, day: string): Promise<Reconciliation> {
  const { rows: accounts } = await sql<{ account: string; payments: number; amount: string }>`
    select account, count(*)::int as payments, sum(amount)::numeric(16,2) as amount from payment
    where pay_state = 'paid' and paid_at = ${day}::date group by account order by account`.execute(base.db)
  const { rows } = await sql<Movement>`
    with paid as (select ticket_id, sum(amount) as amount from payment where pay_state = 'paid' and paid_at = ${day}::date group by ticket_id),
    consumed as (select ticket_id, sum(case type when 'consume' then amount else -amount end) as amount from budget_ledger
      where type in ('consume', 'refund') and at >= ${`${day}T00:00:00+08:00`}::timestamptz and at < ${`${day}T00:00:00+08:00`}::timestamptz + interval '1 day'
      group by ticket_id)
    select coalesce(paid.ticket_id, consumed.ticket_id) as ticket_id, ticket.no as ticket_no, coalesce(paid.amount, 0)::numeric(16,2) as paid,
      coalesce(consumed.amount, 0)::numeric(16,2) as consumed,
      coalesce((select sum(amount) from payment where ticket_id = ticket.id and pay_state <> 'voided'), 0)::numeric(16,2) as due,
      coalesce((select sum(case type when 'consume' then amount else -amount end) from budget_ledger where ticket_id = ticket.id and type in ('consume', 'refund')), 0)::numeric(16,2) as spent
    from paid full join consumed on consumed.ticket_id = paid.ticket_id
    left join ticket on ticket.id = coalesce(paid.ticket_id, consumed.ticket_id)
    order by 1 nulls last`.execute(base.db)
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
