/** The invariants of §0.9 and 25.9, asked of the database in the test's own words. Every function gives what is wrong. */
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#src/server/app/services.ts'
import type { Database } from '#src/server/database/connect.ts'
import { replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { reader } from '#src/server/work.ts'
import type { Client } from '#tests/harness/app.ts'

type Fault = Readonly<Record<string, unknown>>

/** Where to look: an application under test, or what a server process left behind. */
export interface House {
  readonly services: Services
  readonly database: Pick<Database, 'db'>
}

/** Tickets of which something else was told last (I18) than how they stand, or not to everybody with a part in them. */
export const untold = (mine: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.id, o.body, o.recipients from ticket t, lateral (
    select * from outbox where content_type = 'TICKET' and record = 'ticket' and record_id = t.id order by id desc limit 1) o
  where t.id = any(${mine}) and t.deleted_at is null
    and (o.body <> jsonb_build_object('ticketId', t.id, 'no', t.no, 'status', t.status, 'version', t.revision)
      or o.register is distinct from case when t.round > 0 then t.type end
      or array(select distinct unnest(o.recipients) order by 1) <> array(select t.applicant_id union select assignee_id from ticket_task where ticket_id = t.id
        union select on_behalf_of from ticket_task where ticket_id = t.id and on_behalf_of is not null union select user_id from ticket_cc where ticket_id = t.id order by 1))`

/** Rules of all tickets given, each a query that finds offenders. */
const ticketRules = (ids: readonly number[]): Readonly<Record<string, RawBuilder<unknown>>> => {
  const mine = sql`${[...ids]}::bigint[]`
  const live = sql`('waiting', 'open', 'suspended')`
  return {
    'events run 1..n without gap or double': sql`
      select e.ticket_id from ticket_event e join ticket t on t.id = e.ticket_id where e.ticket_id = any(${mine}) group by e.ticket_id, t.events
      having min(e.seq) <> 1 or max(e.seq) <> count(*) or count(*) <> t.events`,
    'INV-03 every event continues the hash chain': sql`
      select * from (select ticket_id, seq, prev_hash, lag(hash, 1, '') over (partition by ticket_id order by seq) as wanted from ticket_event where ticket_id = any(${mine})) c
      where c.prev_hash <> c.wanted`,
    'I1 a ticket at rest has no live task and no timer': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.status not in ('running', 'handling')
        and (exists (select from ticket_task k where k.ticket_id = t.id and k.status in ${live}) or exists (select from ticket_timer m where m.ticket_id = t.id))`,
    'I3 a moving ticket has somebody to act': sql`
      select t.id from ticket t where t.id = any(${mine}) and t.status in ('running', 'handling') and not exists (select from ticket_task k where k.ticket_id = t.id and k.status in ('open', 'waiting'))`,
    'I6 one counted decision per slot': sql`
      select ticket_id, slot from ticket_event where ticket_id = any(${mine}) and type in ('approve', 'reject') group by 1, 2 having count(*) > 1`,
    // An approval before the signatures of others (25.5 after) is held: what becomes of its task is theirs to say.
    'I6 every decision has its task, closed with that outcome by that person': sql`
      select e.ticket_id, e.seq from ticket_event e where e.ticket_id = any(${mine}) and e.type in ('approve', 'reject')
        and not exists (select from ticket_task k where k.ticket_id = e.ticket_id and k.slot = e.slot and (k.outcome = e.type and k.decided_by = e.actor_id
          or e.type = 'approve' and exists (select from ticket_task h where h.ticket_id = k.ticket_id and h.visit = k.visit and h.added_by = e.actor_id)))`,
    'I7 nobody has two live places in a visit': sql`
      select ticket_id, visit, assignee_id from ticket_task where ticket_id = any(${mine}) and status in ${live} group by 1, 2, 3 having count(*) > 1`,
    'I8 a decision names actor, slot, visit, form and request': sql`
      select ticket_id, seq from ticket_event where ticket_id = any(${mine}) and type in ('approve', 'reject', 'return', 'handle', 'transfer')
        and (actor_id is null or slot is null or visit is null or data_hash = '' or request_id is null or ip is null)`,
    'INV-10, I20 nobody decides on the own ticket': sql`
      select e.ticket_id from ticket_event e join ticket t on t.id = e.ticket_id where t.id = any(${mine}) and e.type in ('approve', 'reject', 'return') and t.applicant_id in (e.actor_id, e.on_behalf_of)`,
    'I11 who decided held the place or represented its holder': sql`
      select k.ticket_id, k.slot from ticket_task k where k.ticket_id = any(${mine}) and k.decided_by is not null and k.decided_by is distinct from k.assignee_id and k.decided_by is distinct from k.on_behalf_of`,
    'I21 an automatic decision has a rule and no human’s name, a human one has a name': sql`
      select ticket_id, slot from ticket_task where ticket_id = any(${mine}) and status = 'done'
        and ((outcome like 'auto-%') <> (decided_by is null) or (decided_by is null and rule is null))`,
    'I18 what was told last of a ticket is how it stands, told to everybody with a part in it': untold(mine),
    'INV-01, INV-02 a claim holds its amount while it runs and uses it once approved': sql`
      select t.id, t.status, t.amount, l.frozen, l.used from ticket t, lateral (
        select coalesce(sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end), 0) as frozen,
          coalesce(sum(case type when 'consume' then amount when 'refund' then -amount else 0 end), 0) as used from budget_ledger where ticket_id = t.id) l
      where t.id = any(${mine}) and t.type = 'financialReimbursementOne'
        and (l.frozen <> case when t.status = 'running' then t.amount else 0 end or l.used <> case when t.status in ('handling', 'completed') then t.amount else 0 end)`,
    'INV-06 invoices belong to live claims, and to one each': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.type = 'financialReimbursementOne'
        and exists (select from invoice i where i.ticket_id = t.id and i.state = 'used') <> (t.status in ('running', 'handling', 'completed'))`,
    'a claim in payment has one payment, paid when it is completed': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.type = 'financialReimbursementOne'
        and (select count(*) from payment p where p.ticket_id = t.id and p.pay_state = any(case t.status when 'handling' then array['unpaid', 'failed'] when 'completed' then array['paid'] else array[]::text[] end))
          <> (t.status in ('handling', 'completed'))::int`,
    'INV-12 the amount is the exact sum of the lines': sql`
      select t.id from ticket t where t.id = any(${mine}) and t.type = 'financialReimbursementOne' and t.round > 0
        and t.amount <> (select sum((line ->> 'amount')::numeric) from jsonb_array_elements(t.form_data -> 'lines') line)`,
    'INV-08 a leave holds its days while it runs and uses them once approved': sql`
      select t.id, t.status, q.pending, q.used, t.form_data ->> 'days' as days from ticket t, lateral (
        select coalesce(sum(case kind when 'reserve' then days when 'release' then -days when 'use' then -days else 0 end), 0) as pending,
          coalesce(sum(case kind when 'use' then days when 'giveBack' then -days else 0 end), 0) as used from leave_quota_entry e join leave_quota q on q.id = e.quota_id
        where e.ticket_id = t.id and q.leave_type = t.form_data ->> 'leaveType') q
      where t.id = any(${mine}) and t.type = 'leaveApproval' and t.form_data ->> 'leaveType' in ('annual', 'personal')
        and (q.pending <> case when t.status = 'running' then (t.form_data ->> 'days')::numeric else 0 end
          or (t.status = 'handling' and q.used <> (t.form_data ->> 'days')::numeric) or (t.status not in ('handling', 'completed') and q.used <> 0))`,
    'LEV-02 the calendar is blocked exactly by leaves that are asked for or granted': sql`
      select t.id, t.status from ticket t where t.id = any(${mine}) and t.type = 'leaveApproval'
        and exists (select from absence a where a.ticket_id = t.id) <> (t.status in ('running', 'handling'))`,
  }
}

/** Rules of the whole house. */
const houseRules: Readonly<Record<string, RawBuilder<unknown>>> = {
  'INV-02 every budget line equals the sums of its ledger and is not overdrawn': sql`
    select line.id from budget_line line left join (
      select line_id, sum(case type when 'freeze' then amount when 'unfreeze' then -amount else 0 end) as frozen,
        sum(case type when 'consume' then amount when 'refund' then -amount else 0 end) as used from budget_ledger group by line_id) l on l.line_id = line.id
    where line.frozen <> coalesce(l.frozen, 0) or line.used <> coalesce(l.used, 0) or line.frozen < 0 or line.used < 0 or line.approved + line.adjust - line.frozen - line.used < 0`,
  'INV-06 no invoice is used twice': sql`select invoice_code, invoice_no from invoice where state = 'used' group by 1, 2 having count(*) > 1`,
  'INV-08 every quota equals the sums of its entries and covers what is promised': sql`
    select q.id from leave_quota q left join (
      select quota_id, sum(case kind when 'reserve' then days when 'release' then -days when 'use' then -days else 0 end) as pending,
        sum(case kind when 'use' then days when 'giveBack' then -days else 0 end) as used, sum(case when kind = 'use' and ticket_id is null then days else 0 end) as opening from leave_quota_entry group by quota_id) e on e.quota_id = q.id
    where q.deleted_at is null and (q.pending <> coalesce(e.pending, 0) + coalesce(e.opening, 0) or q.used <> coalesce(e.used, 0) or q.total + q.carried < q.used + q.pending or least(q.total, q.used, q.pending) < 0)`,
  'INV-09 an effect ran once at each step': sql`select ticket_id, effect, step from effect_run group by 1, 2, 3 having count(*) > 1`,
  'FIN-91 a voucher number is used once a year': sql`select voucher_no from payment where pay_state = 'paid' group by voucher_no, extract(year from paid_at) having count(*) > 1`,
  'E8 the readings of a car that count rise with time': sql`
    select car_id, at, km, before from (select car_id, at, km, lag(km) over (partition by car_id order by at, km) as before from car_odometer where taken_out_at is null) r where km < before`,
  'LEV-02 nobody is away twice at a time': sql`select a.id from absence a join absence b on a.user_id = b.user_id and a.id < b.id and a.period && b.period`,
}

async function broken(app: House, rules: Readonly<Record<string, RawBuilder<unknown>>>): Promise<readonly Fault[]> {
  const faults: Fault[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(app.database.db)
    if (rows.length > 0) faults.push({ rule, rows: rows.slice(0, 3) })
  }
  return faults
}

/** What is wrong with these tickets, their log and what hangs on them; the log is replayed besides (I4, I5, I9, I17). */
export async function ticketFaults(app: House, ids: readonly number[]): Promise<readonly Fault[]> {
  const faults = [...(await broken(app, ticketRules(ids)))]
  for (const id of ids) {
    const found = await replayCheck(engineOf(app.services), reader(app.services), id)
    if (found.length > 0) faults.push({ rule: 'I9 the replay equals the snapshot', id, found })
  }
  return faults
}

export const houseFaults = (app: House): Promise<readonly Fault[]> => broken(app, houseRules)

const labels = ['pendingApproval', 'approved', 'toSubmit', 'submitted', 'todo', 'done', 'assigned'] as const

/** I5: every counter of a person equals the length of its list, page by page. */
export async function counterFaults(person: Client): Promise<readonly Fault[]> {
  const { data: counts } = await person.get<Readonly<Record<string, number>>>('/api/workflow/ticket/counts/')
  const faults: Fault[] = []
  for (const label of labels) {
    let length = 0
    for (let page = 1; ; page += 1) {
      const { data } = await person.get<readonly unknown[]>('/api/workflow/ticket/', {
        query: { label, page: String(page), limit: '100' },
      })
      length += data.length
      if (data.length < 100) break
    }
    if (counts[label] !== length)
      faults.push({ rule: 'I5 counter = length of list', label, counted: counts[label], length })
  }
  return faults
}
