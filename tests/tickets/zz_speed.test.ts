import { sql } from 'kysely'
import { it } from 'vitest'
import { openBureau, start } from './bureau.ts'
import { countTickets } from '#src/server/tickets/counts.ts'
import { listQuery, listTickets } from '#src/server/tickets/list.ts'
it('speed', async () => {
  const bureau = await openBureau('postgres')
  const db = bureau.database.db
  const one = (await bureau.submit('pann', 'errand', { price: '1.00' })).ticket.id
  const me = bureau.id('zhang')
  for (let c = 0; c < 8; c++) {
  await sql`insert into ticket (no, type, version_id, version_hash, title, form_data, data_hash, applicant_id, applicant, dept_id, status, current_keys, round, submitted_at, snapshot, created_at, updated_at)
    select ${`X${c}-`} || g, t.type, t.version_id, t.version_hash, t.title, '{}', 'x', t.applicant_id, t.applicant, t.dept_id, case when g % 20 = 0 then 'running' else 'completed' end, case when g % 20 = 0 then array['leader'] else '{}'::text[] end, 1, ${start}, t.snapshot, ${start}, ${start}::timestamptz - g * interval '1 second'
    from (select * from ticket where id = ${one}) t, generate_series(1, 5000) g`.execute(db)
  }
  await sql`insert into ticket_task (ticket_id, slot, visit, state, kind, round, assignee_id, relation, status, outcome, opened_at, due_at, decided_at, decided_by, urgency)
    select id, '1.1', 1, 'leader', 'approve', 1, ${me}, 'normal', case when status = 'running' then 'open' else 'done' end, case when status = 'running' then null else 'approve' end, ${start}, ${start}::timestamptz + (id % 1000) * interval '1 minute', case when status = 'running' then null else ${start}::timestamptz end, ${me}, id % 3
    from ticket where no like 'X%'`.execute(db)
  await sql`insert into ticket_part (user_id, label, ticket_id, at) select ${me}, 'approved', id, ${start}::timestamptz - id * interval '1 second' from ticket where no like 'X%' and status = 'completed'`.execute(db)
  for (const t of ['ticket', 'ticket_task', 'ticket_part', 'ticket_cc']) await sql`vacuum analyze ${sql.table(t)}`.execute(db)
  const explain = async (label: string) => {
    // capture the SQL by a logging executor
    const seen: { sql: string; parameters: readonly unknown[] }[] = []
    const spy = new Proxy(db, {})
    void spy
    const original = bureau.database.pool.query
    void original
    const log = db.withPlugin({ transformQuery: (args) => args.node, transformResult: async (args) => args.result })
    void log
    return seen
  }
  void explain
  for (const query of [ sql`select t.id from (select ticket_id, urgency, due_at, false as is_copy, slot, state from ((select ticket_id, slot, state, urgency, due_at from ticket_task where assignee_id = ${me} and kind = 'approve' and status = 'open' order by urgency desc, due_at, ticket_id limit 20)
  union all
  (select ticket_id, slot, state, urgency, due_at from ticket_task where on_behalf_of = ${me} and kind = 'approve' and status = 'open' order by urgency desc, due_at, ticket_id limit 20)) a) s join ticket t on t.id = s.ticket_id order by s.urgency desc, s.due_at, s.ticket_id limit 20`,
    sql`select t.id from (select ticket_id, at, false as is_copy from ticket_part where user_id = ${me} and label = 'approved') s join ticket t on t.id = s.ticket_id where t.deleted_at is null order by s.at desc, s.ticket_id desc limit 20`,
    sql`select t.id from (select id as ticket_id, updated_at, false as is_copy from ticket where applicant_id = ${bureau.id('pann')} and status in ('running', 'handling', 'completed', 'rejected', 'voided') and deleted_at is null) s join ticket t on t.id = s.ticket_id where t.deleted_at is null order by s.updated_at desc, s.ticket_id desc limit 20`,
  ]) {
    const plan = await sql`explain (analyze, buffers off, costs off) ${query}`.execute(db)
    console.log(plan.rows.map((r) => Object.values(r as object)[0]).join('\n'))
  }
  const reader = { engine: bureau.engine, base: undefined as never, language: 'en' as const }
  for (let k = 0; k < 3; k++) {
    for (const label of ['pendingApproval', 'approved', 'todo'] as const) {
      const t = performance.now()
      const r = await bureau.read((base) => listTickets({ ...reader, base }, bureau.access('zhang'), listQuery.parse({ label })))
      console.log(label, r.total, (performance.now() - t).toFixed(1), 'ms')
    }
    const t = performance.now()
    console.log(JSON.stringify(await bureau.read((base) => countTickets(base.db, bureau.id('zhang')))), (performance.now() - t).toFixed(1), 'ms')
  }
  await bureau.close()
}, 600_000)
