import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { submit } from '#tests/harness/tickets.ts'
import { print, timed } from './figures.ts'

const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }
const SIZES = [10_000, 1_000_000]
const RUNS = 30
/** Open approvals of the busy person. */
const PENDING = 500

/** Rows made by one statement, well within the statement timeout. */
const STRIDE = 20_000

async function fill(app: TestApp, model: number, approver: number, from: number, to: number): Promise<void> {
  for (let first = from; first <= to; first += STRIDE)
    await multiply(app, model, approver, first, Math.min(to, first + STRIDE - 1))
  const { db } = app.database
  await sql`delete from ticket_count`.execute(db)
  await sql`insert into ticket_count (user_id, label, n) select user_id, label, count(*) from ticket_part group by user_id, label`.execute(
    db,
  )
  await sql`analyze ticket, ticket_task, ticket_part`.execute(db)
}

/** Multiplies one real ticket: all others are its copies, decided long ago, but for those that wait for the busy approver. */
async function multiply(app: TestApp, model: number, approver: number, from: number, to: number): Promise<void> {
  const columns = async (table: string, without: readonly string[]) => {
    const { rows } = await sql<{
      name: string
    }>`select column_name as name from information_schema.columns where table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
      app.database.db,
    )
    return rows.map((row) => row.name).filter((name) => !without.includes(name))
  }
  const { db } = app.database
  await app.database.unhurried(async () => {
    const own = await columns('ticket', [
      'id',
      'no',
      'status',
      'current_keys',
      'applicant_id',
      'submitted_at',
      'updated_at',
      'due_at',
    ])
    const list = sql.raw(own.join(', '))
    await sql`insert into ticket (id, no, status, current_keys, applicant_id, submitted_at, updated_at, due_at, ${list}) overriding system value
      select 1000000 + n, 'BENCH-' || n, case when n % 2000 = 0 then 'running' else 'completed' end, case when n % 2000 = 0 then current_keys else '{}' end,
        1 + n % 59, submitted_at - n * interval '1 minute', updated_at - n * interval '1 minute', case when n % 2000 = 0 then due_at end, ${list}
      from ticket, generate_series(${from}::int, ${to}::int) n where id = ${model}`.execute(db)
    const task = sql.raw(
      (
        await columns('ticket_task', ['ticket_id', 'assignee_id', 'status', 'outcome', 'decided_at', 'decided_by'])
      ).join(', '),
    )
    await sql`insert into ticket_task (ticket_id, assignee_id, status, outcome, decided_at, decided_by, ${task})
      select 1000000 + n, case when n % 2000 = 0 then ${approver}::bigint else 1 + n % 59 end, case when n % 2000 = 0 then 'open' else 'done' end,
        case when n % 2000 = 0 then null else 'approve' end, case when n % 2000 = 0 then null else opened_at end, case when n % 2000 = 0 then null else 1 + n % 59 end, ${task}
      from ticket_task, generate_series(${from}::int, ${to}::int) n where ticket_id = ${model} and status = 'open'`.execute(
      db,
    )
    await sql`insert into ticket_part (user_id, label, ticket_id, at)
      select 1 + n % 59, 'approved', 1000000 + n, now() - n * interval '1 minute' from generate_series(${from}::int, ${to}::int) n where n % 2000 <> 0`.execute(
      db,
    )
  })
}

it('first page of pendingApproval and the seven counters of a busy approver, against SELECT 1, at 10,000 and 1,000,000 tickets', async () => {
  const app = await startApp({ engine: 'postgres' })
  const [pan, zhang] = (await Promise.all(['pan42', 'zhang39'].map((name) => app.as(name)))) as [Client, Client]
  for (let count = 0; count < PENDING / 10; count += 1) await submit(pan, 'otherBusiness', form)
  const filed = await submit(pan, 'otherBusiness', form)
  const medians: number[] = []
  let filled = 0
  for (const size of SIZES) {
    await fill(app, filed.data.id, zhang.userId, filled + 1, size)
    filled = size
    const page = () => zhang.get('/api/workflow/ticket/', { query: { label: 'pendingApproval' } })
    const counts = () => zhang.get('/api/workflow/ticket/counts/')
    const one = () => sql`select 1`.execute(app.database.db)
    for (let warm = 0; warm < 5; warm += 1) await Promise.all([page(), counts(), one()])
    expect((await page()).code).toBe(2000)
    const ratios: number[] = []
    const times: number[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const base = await timed(one)
      const both = await timed(async () => {
        await page()
        await counts()
      })
      ratios.push(both / base)
      times.push(both)
    }
    medians.push(times.sort((left, right) => left - right)[Math.floor(RUNS / 2)] ?? 0)
    print(`list and counters / SELECT 1 at ${size} tickets`, ratios, `[${medians.at(-1)?.toFixed(1)} ms]`)
  }
  print('growth from 10,000 to 1,000,000 tickets', [(medians[1] ?? 0) / (medians[0] ?? 1)])
  await app.close()
})
