import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Executor } from '#src/define/server.ts'
import { connect } from '#src/server/database/connect.ts'
import { type Client, seededBureau, startApp } from '#tests/harness/app.ts'
import { createDatabase } from '#tests/harness/engines.ts'
import { submit } from '#tests/harness/tickets.ts'
import { print, timed } from './figures.ts'

const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }
const SIZES = [10_000, 1_000_000]
const RUNS = 30
/** Open approvals of the busy person, however many tickets there are besides. */
const WAITING = 500

/** Rows made by one statement, well within the statement timeout. */
const STRIDE = 20_000
const TABLES = ['ticket', 'ticket_task', 'ticket_part']

/** Takes the indexes off that no constraint needs, and answers how to make them again: rows one by one would cost hours. */
async function withoutIndexes(db: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    where i.indrelid = any(${TABLES}::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`.execute(
    db,
  )
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(db)
  return rows.map(({ definition }) => definition)
}

async function fill(db: Executor, model: number, approver: number, from: number, to: number): Promise<void> {
  const indexes = await withoutIndexes(db)
  for (let first = from; first <= to; first += STRIDE)
    await db.transaction().execute(async (transaction) => {
      // The rows are copies of sound ones: nothing has to be looked up for each.
      await sql`set local session_replication_role = replica`.execute(transaction)
      await multiply(transaction, model, approver, first, Math.min(to, first + STRIDE - 1))
    })
  for (const definition of indexes) await sql.raw(definition).execute(db)
  await sql`delete from ticket_count`.execute(db)
  await sql`insert into ticket_count (user_id, label, n) select user_id, label, count(*) from ticket_part group by user_id, label`.execute(
    db,
  )
  await sql`analyze ticket, ticket_task, ticket_part`.execute(db)
}

/** Multiplies one real ticket: all others are its copies, decided long ago, but for those that wait for the busy approver. */
async function multiply(db: Executor, model: number, approver: number, from: number, to: number): Promise<void> {
  const columns = async (table: string, without: readonly string[]) => {
    const { rows } = await sql<{
      name: string
    }>`select column_name as name from information_schema.columns where table_name = ${table} and is_generated = 'NEVER' order by ordinal_position`.execute(
      db,
    )
    return rows.map((row) => row.name).filter((name) => !without.includes(name))
  }
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
    select 1000000 + n, 'BENCH-' || n, case when n <= ${WAITING} then 'running' else 'completed' end, case when n <= ${WAITING} then current_keys else '{}' end,
      1 + n % 59, submitted_at - n * interval '1 minute', updated_at - n * interval '1 minute', case when n <= ${WAITING} then due_at end, ${list}
    from ticket, generate_series(${from}::int, ${to}::int) n where id = ${model}`.execute(db)
  const task = sql.raw(
    (await columns('ticket_task', ['ticket_id', 'assignee_id', 'status', 'outcome', 'decided_at', 'decided_by'])).join(
      ', ',
    ),
  )
  await sql`insert into ticket_task (ticket_id, assignee_id, status, outcome, decided_at, decided_by, ${task})
    select 1000000 + n, case when n <= ${WAITING} then ${approver}::bigint else 1 + n % 59 end, case when n <= ${WAITING} then 'open' else 'done' end,
      case when n <= ${WAITING} then null else 'approve' end, case when n <= ${WAITING} then null else opened_at end, case when n <= ${WAITING} then null else 1 + n % 59 end, ${task}
    from ticket_task, generate_series(${from}::int, ${to}::int) n where ticket_id = ${model} and status = 'open'`.execute(
    db,
  )
  await sql`insert into ticket_part (user_id, label, ticket_id, at)
    select 1 + n % 59, 'approved', 1000000 + n, now() - n * interval '1 minute' from generate_series(${from}::int, ${to}::int) n where n > ${WAITING}`.execute(
    db,
  )
}

it('first page of pendingApproval and the seven counters of a busy approver, against SELECT 1, at 10,000 and 1,000,000 tickets', async () => {
  const database = await createDatabase('postgres', seededBureau)
  const app = await startApp({ engine: 'postgres', database })
  const patient = await connect({ databaseUrl: database.url, statementTimeout: 20 * 60_000 })
  const [pan, zhang] = (await Promise.all(['pan42', 'zhang39'].map((name) => app.as(name)))) as [Client, Client]
  const filed = await submit(pan, 'otherBusiness', form)
  const medians: number[] = []
  let filled = 0
  for (const size of SIZES) {
    await fill(patient.db, filed.data.id, zhang.userId, filled + 1, size)
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
  await patient.close()
  await app.close()
})
