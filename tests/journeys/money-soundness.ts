/** What must hold of the money of all tickets, asked of the database in the test's own words. */
import { type RawBuilder, sql } from 'kysely'
import type { House } from './soundness.ts'

/** Types that spend; the others only hold. */
const claims = sql`('financialReimbursementOne', 'financialReimbursementTwo', 'financialReimbursementThree', 'travelReimbursement', 'subsidy', 'personSalary')`
const spent = sql`('handling', 'completed')`
/** Tickets that effects moved: the demo's were written beside them. */
const moved = sql`exists (select from effect_run e where e.ticket_id = t.id)`

const rules: Readonly<Record<string, RawBuilder<unknown>>> = {
  'INV-01, INV-02 a claim holds exactly its amount while it runs, and has used exactly that once approved': sql`
    select t.id, t.type, t.status, t.amount, l.frozen, l.used, u.pending, u.used as drawn from ticket t,
      lateral (select coalesce(sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end), 0) as frozen,
        coalesce(sum(case type when 'consume' then amount when 'refund' then -amount else 0 end), 0) as used from budget_ledger where ticket_id = t.id) l,
      lateral (select coalesce(sum(pending), 0) as pending, coalesce(sum(used), 0) as used from commitment_use where ticket_id = t.id) u
    where t.type in ${claims} and ${moved}
      and (l.frozen + u.pending <> case when t.status = 'running' then t.amount else 0 end or l.used <> case when t.status in ${spent} then t.amount else 0 end or u.used > l.used)`,
  'INV-06 invoices are in use exactly while their ticket lives': sql`
    select t.id, t.type, t.status from ticket t where t.type in ${claims} and ${moved} and exists (select from invoice i where i.ticket_id = t.id)
      and exists (select from invoice i where i.ticket_id = t.id and i.state = 'used') <> (t.status in ('running', 'handling', 'completed'))`,
  'INV-12 the payments of a claim are its amount, paid when it is done and gone when it is voided': sql`
    select t.id, t.type, t.status, t.amount, p.total, p.states from ticket t,
      lateral (select coalesce(sum(amount), 0) as total, array_agg(distinct pay_state) as states from payment where ticket_id = t.id and pay_state <> 'voided') p
    where t.type in ${claims} and ${moved} and (p.total <> case when t.status in ${spent} then t.amount else 0 end
      or (t.status = 'completed') <> coalesce(p.states = array['paid'], false))`,
  'INV-12 the register says what the ticket says': sql`
    select t.id, t.type, t.amount, c.amount as claimed from ticket t join expense_claim c on c.ticket_id = t.id
    where t.type in ${claims} and ${moved} and t.status in ('running', 'handling', 'completed') and c.amount <> t.amount`,
  'INV-02 what holds money says so: a request or prior approval freezes what its commitments have left': sql`
    select t.id, t.type, t.status from ticket t,
      lateral (select coalesce(sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end), 0) as frozen from budget_ledger where ticket_id = t.id) l,
      lateral (select coalesce(sum(case state when 'effective' then amount - used - released else 0 end), 0) as held from commitment where ticket_id = t.id) c
    where t.type in ('preApproval', 'travelRequest') and ${moved} and l.frozen <> c.held`,
  'FIN-71, FIN-84 days and months are taken exactly while their ticket lives': sql`
    select t.id, t.type, t.status from ticket t where t.type in ('subsidy', 'personSalary') and ${moved}
      and (exists (select from subsidy_day d where d.ticket_id = t.id) or exists (select from salary_sheet s where s.ticket_id = t.id)) <> (t.status in ('running', 'handling', 'completed'))`,
  'TRV-08 a trip is being claimed exactly while its claim runs, and reimbursed once it is approved': sql`
    select trip.id, trip.state, t.status from travel_trip trip left join ticket t on t.id = trip.claim_ticket_id
    where trip.state in ('claiming', 'reimbursed') <> coalesce(t.status in ('running', 'handling', 'completed'), false)
      or (trip.state = 'reimbursed') <> coalesce(t.status in ${spent}, false)`,
  'BUD-01 the last row of each line says its balance': sql`
    select e.id from (select distinct on (line_id) id, line_id, balance_after from budget_ledger order by line_id, id desc) e
    join budget_line l on l.id = e.line_id where e.balance_after <> l.approved + l.adjust - l.frozen - l.used`,
}

/** What is wrong with the money of the house. */
export async function moneyFaults(house: House): Promise<readonly unknown[]> {
  const faults: unknown[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(house.database.db)
    if (rows.length > 0) faults.push({ rule, rows: rows.slice(0, 3) })
  }
  return faults
}
