import { sql } from 'kysely'
import { it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { print, timed } from './figures.ts'

const ENTRIES = 2_000_000
const TICKETS = 200_000
/** Rows made by one statement, well within the statement timeout. */
const STRIDE = 50_000
const RUNS = 7
/** Tickets made at once are wide. */
const TICKET_STRIDE = 20_000

async function strides(
  total: number,
  stride: number,
  make: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= total; from += stride) await make(from, Math.min(total, from + stride - 1))
}

/** Entries over two years on every line, and claims with their tickets, tasks and invoices. */
async function fill({ database }: TestApp): Promise<void> {
  const { db } = database
  await database.unhurried(async () => {
    await sql`create table spread as select row_number() over (order by id) - 1 as place, id, dept_id, year from budget_line where year in (2025, 2026)`.execute(
      db,
    )
    await strides(ENTRIES, STRIDE, (from, to) =>
      sql`insert into budget_ledger (line_id, dept_id, type, amount, balance_after, ticket_id, effect_key, at)
        select spread.id, spread.dept_id, case when n % 40 = 0 then 'freeze' when n % 40 = 1 then 'unfreeze' when n % 20 = 2 then 'refund' else 'consume' end,
          case when n % 20 = 2 then 1 else 10 end, 0, 5000000 + n / 40 % 2000, 'bench', make_timestamptz(spread.year::int, 1, 1, 8, 0, 0) + (n % 86400) * interval '5 minutes'
        from generate_series(${from}::int, ${to}::int) n join spread on spread.place = n % (select count(*) from spread)`.execute(
        db,
      ),
    )
    const { rows } = await sql<{ id: number; columns: string }>`
      select (select min(ticket_id) from expense_claim where pay_state = 'paid') as id, string_agg(column_name, ', ' order by ordinal_position) as columns
      from information_schema.columns where table_name = 'ticket' and is_generated = 'NEVER' and column_name not in ('id', 'no')`.execute(
      db,
    )
    const model = rows[0]
    if (!model) throw new Error('no claim to copy')
    const columns = sql.raw(model.columns)
    await strides(TICKETS, TICKET_STRIDE, async (from, to) => {
      await sql`insert into ticket (id, no, ${columns}) overriding system value
        select 6000000 + n, 'BENCH-' || n, ${columns} from ticket, generate_series(${from}::int, ${to}::int) n where id = ${model.id}`.execute(
        db,
      )
      await sql`insert into ticket_task (ticket_id, slot, visit, state, kind, round, assignee_id, relation, status, outcome, opened_at, decided_at, decided_by)
        select 6000000 + n, task.slot, task.visit, task.state, task.kind, task.round, task.assignee_id, task.relation, task.status, task.outcome, task.opened_at, task.decided_at, task.decided_by
        from ticket_task task, generate_series(${from}::int, ${to}::int) n where task.ticket_id = ${model.id} and task.status = 'done'`.execute(
        db,
      )
      await sql`insert into expense_claim (ticket_id, kind, applicant_id, dept_id, budget_line_id, subject_code, amount, pay_state, paid_at, invoice_count, created_at, updated_at)
        select 6000000 + n, 'one', claim.applicant_id, spread.dept_id, spread.id, claim.subject_code, 10 + n % 5000, 'paid', claim.paid_at, 1,
          make_timestamptz(2026, 1, 1, 8, 0, 0) + (n % 14400) * interval '5 minutes', claim.updated_at
        from expense_claim claim, generate_series(${from}::int, ${to}::int) n join spread on spread.place = n % (select count(*) from spread) where claim.ticket_id = ${model.id}`.execute(
        db,
      )
      await sql`insert into invoice (ticket_id, dept_id, applicant_id, invoice_type, invoice_no, invoice_date, seller_name, amount, state, created_at, updated_at)
        select 6000000 + n, claim.dept_id, claim.applicant_id, 'digital', lpad((70000000000000000000 + n)::text, 20, '0'), date '2026-01-01' + n % 60, 'S' || n % 300, 10 + n % 5000, 'used',
          claim.created_at, claim.updated_at
        from expense_claim claim, generate_series(${from}::int, ${to}::int) n where claim.ticket_id = ${model.id}`.execute(
        db,
      )
    })
    await sql`analyze budget_ledger, budget_day, budget_held, ticket, ticket_task, expense_claim, invoice`.execute(db)
  })
}

/** What it takes, against a bare aggregate over the same data, turn and turn about. */
async function compare(name: string, call: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<void> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  await call()
  await bare()
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await timed(call))
    theirs.push(await timed(bare))
  }
  print(`${name}, ms`, ours)
  print(
    `${name} over the bare query`,
    ours.map((time, run) => time / (theirs[run] ?? Number.NaN)),
  )
}

it.each(oneEngine)(
  'the analysis of two million entries and 200,000 claims on %s',
  async (engine) => {
    const app = await startApp({ engine })
    try {
      await fill(app)
      const qin: Client = await app.as('qin17')
      const get = (url: string) => async () => {
        const answer = await qin.get(url)
        if (answer.code !== 2000) throw new Error(`${url} answers ${answer.code} ${answer.msg}`)
      }
      const { db } = app.database
      await compare('budget-analysis', get('/api/budget/analysis/?year=2026'), () =>
        sql`select line.dept_id, line.subject_code, extract(month from entry.at at time zone 'Asia/Shanghai') as month,
          sum(case entry.type when 'consume' then amount when 'refund' then -amount else 0 end) from budget_ledger entry join budget_line line on line.id = entry.line_id
          where line.year in (2025, 2026) group by 1, 2, 3`.execute(db),
      )
      const finance = '/api/finance/analysis/'
      await compare('financialanalysis, first chart', get(`${finance}spend/`), () =>
        sql`select line.year, line.subject_code, extract(month from entry.at at time zone 'Asia/Shanghai') as month,
          sum(case entry.type when 'consume' then amount when 'refund' then -amount else 0 end) from budget_ledger entry join budget_line line on line.id = entry.line_id
          where line.year in (2025, 2026) group by 1, 2, 3`.execute(db),
      )
      await compare('financialanalysis, steps', get(`${finance}steps/`), () =>
        sql`select state, count(distinct ticket_id), avg(extract(epoch from decided_at - opened_at)) from ticket_task where status = 'done' and kind <> 'cc'
          and ticket_id in (select ticket_id from expense_claim where pay_state is not null and pay_state <> 'voided' and created_at >= '2025-12-31T16:00:00Z') group by state`.execute(
          db,
        ),
      )
      await compare('financialanalysis, sellers', get(`${finance}vendors/`), () =>
        sql`select seller_name, count(*), sum(amount) from invoice where state = 'used' and invoice_date >= '2026-01-01' group by 1 order by 3 desc limit 10`.execute(
          db,
        ),
      )
    } finally {
      await app.close()
    }
  },
  1_800_000,
)
