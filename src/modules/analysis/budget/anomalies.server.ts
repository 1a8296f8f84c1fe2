import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import { RuleError } from '#src/define/problem.ts'
import type { JobDefinition, RecordServer, UnitOfWork } from '#src/define/server.ts'

/** Days back that the night looks over: what is older was looked at in its time and stays as it is. */
const LOOKED_AT = 400
/** FIN-12. */
const SPLIT_DAYS = 30
/** Days after what was bought from which a claim is late. */
const LATE_AFTER = 60
/** Round amounts below this are nothing to wonder at, in yuan; round is a multiple of it. */
const ROUND = 1000

/** Every anomaly there is now, each with what it is called (`found_key`) and what it was found from (`found_from`). */
const found = (since: string, splitAbove: number) => sql`
  with used as materialized (
    select invoice.id, invoice.ticket_id, invoice.applicant_id, invoice.dept_id, invoice.invoice_no, invoice.invoice_code, invoice.seller_name, invoice.invoice_date, invoice.amount,
      claim.subject_code, claim.id as claim_id, (claim.created_at at time zone 'Asia/Shanghai')::date as claimed_on
    from shared_invoice invoice join shared_expense_claim claim on claim.ticket_id = invoice.ticket_id
    where invoice.state = 'used' and claim.created_at >= ${since}::date)
  select 'sameSeller' as kind, later.id::text as found_key, concat_ws('|', later.seller_name, later.invoice_date, later.amount, first.ticket_id, later.ticket_id) as found_from,
    later.ticket_id, first.ticket_id as other_ticket_id, later.applicant_id, later.dept_id, later.seller_name, later.invoice_date as day, later.amount, null::int as days
  from used later join lateral (select ticket_id from used earlier where earlier.seller_name = later.seller_name and earlier.invoice_date = later.invoice_date
    and earlier.id < later.id and earlier.ticket_id <> later.ticket_id order by earlier.id limit 1) first on true
  union all
  select 'roundAmount', claim.id::text, concat_ws('|', claim.amount), claim.ticket_id, null, claim.applicant_id, claim.dept_id, null,
    (claim.created_at at time zone 'Asia/Shanghai')::date, claim.amount, null
  from shared_expense_claim claim where claim.created_at >= ${since}::date and claim.kind not in ('three', 'subsidy', 'salary') and claim.pay_state is not null and claim.pay_state <> 'voided'
    and claim.amount >= ${ROUND} and claim.amount % ${ROUND} = 0
  union all
  select 'split', concat_ws('|', ticket_id, md5(seller_name)), concat_ws('|', total, tickets), ticket_id, first_ticket, applicant_id, dept_id, seller_name, claimed_on, total, null
  from (select bought.*, sum(amount) over recent as total, count(*) over recent as tickets, first_value(ticket_id) over recent as first_ticket
    from (select ticket_id, applicant_id, dept_id, subject_code, seller_name, claimed_on, sum(amount) as amount from used group by 1, 2, 3, 4, 5, 6) bought
    window recent as (partition by applicant_id, seller_name, subject_code order by claimed_on range between ${`${SPLIT_DAYS} days`}::interval preceding and current row)) run
  where total > ${splitAbove} and tickets > 1 and amount <= ${splitAbove}
  union all
  select 'weekend', used.id::text, concat_ws('|', used.invoice_date, used.amount), used.ticket_id, null, used.applicant_id, used.dept_id, used.seller_name, used.invoice_date, used.amount, null
  from used left join shared_calendar_day special on special.day = used.invoice_date
  where special.kind = 'holiday' or (extract(isodow from used.invoice_date) > 5 and special.kind is null)
  union all
  select 'late', claim_id::text, concat_ws('|', min(invoice_date), max(claimed_on)), ticket_id, null, applicant_id, dept_id, min(seller_name), min(invoice_date), sum(amount), max(claimed_on) - min(invoice_date)
  from used group by claim_id, ticket_id, applicant_id, dept_id having max(claimed_on) - min(invoice_date) > ${LATE_AFTER}`

/** FIN-97: what is found again stays as it was reviewed unless what it was found from changed; what is not found any more and nobody reviewed goes away. */
export async function findAnomalies(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const since = addDays(unit.clock.today(), -LOOKED_AT)
  await sql`create temporary table found_now on commit drop as ${found(since, unit.settings.number('wf.t1'))}`.execute(
    unit.db,
  )
  await sql`delete from anomaly where state = 'open' and not exists (select 1 from found_now where found_now.kind = anomaly.kind and found_now.found_key = anomaly.found_key)`.execute(
    unit.db,
  )
  await sql`
    insert into anomaly (kind, found_key, found_from, ticket_id, other_ticket_id, applicant_id, dept_id, seller_name, day, amount, days, found_at, created_at, updated_at)
    select kind, found_key, found_from, ticket_id, other_ticket_id, applicant_id, dept_id, seller_name, day, amount, days, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
    from found_now order by day, kind, found_key
    on conflict (kind, found_key) do update set found_from = excluded.found_from, state = 'open', ticket_id = excluded.ticket_id, other_ticket_id = excluded.other_ticket_id,
      dept_id = excluded.dept_id, seller_name = excluded.seller_name, day = excluded.day, amount = excluded.amount, days = excluded.days, found_at = excluded.found_at,
      note = null, reviewed_by = null, reviewed_at = null, updated_at = excluded.updated_at, version = anomaly.version + 1
    where anomaly.found_from <> excluded.found_from`.execute(unit.db)
  await sql`drop table found_now`.execute(unit.db)
  unit.changed('anomaly', null)
}

export const anomalyJobs: readonly JobDefinition[] = [
  { name: 'analysis.anomalies', every: { at: '02:50', missed: 'once' }, run: findAnomalies },
]

export const anomalyRecord: RecordServer = {
  actions: {
    async review(row, values, unit, access) {
      const now = unit.clock.now()
      const { numAffectedRows } =
        await sql`update anomaly set state = 'reviewed', note = ${String(values.note)}, reviewed_by = ${access.userId}, reviewed_at = ${now},
        updated_at = ${now}, updated_by = ${access.userId}, version = version + 1 where id = ${row.id} and state = 'open'`.execute(
          unit.db,
        )
      if (numAffectedRows === 0n) throw new RuleError('record.stateInvalid')
    },
  },
}
