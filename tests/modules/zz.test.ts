import { it, expect } from 'vitest'
import { sql } from 'kysely'
import { startApp, T0 } from '#tests/harness/app.ts'
import { hashPassword } from '#src/server/access/passwords.ts'
import { seedDemo } from '#src/seed/seed.server.ts'
import { seedTickets } from '#src/seed/tickets/seedTickets.server.ts'
import { publishShipped } from '#src/server/tickets/shipped.ts'
import { write, read } from '#src/server/work.ts'
import { replayCheck } from '#src/server/tickets/replayCheck.ts'
import { engineOf } from '#src/server/tickets/engine.ts'
import { findMismatches } from '#src/modules/budget/budget.server.ts'

import pg from 'pg'
const stat = new Map<string, { n: number; ms: number }>()
const original = pg.Client.prototype.query as any
;(pg.Client.prototype as any).query = async function (this: any, ...args: any[]) {
  const t = performance.now()
  try { return await original.apply(this, args) } finally {
    const key = String(args[0]?.text ?? args[0]).replace(/\s+/g, ' ').slice(0, 70)
    const s = stat.get(key) ?? { n: 0, ms: 0 }; s.n += 1; s.ms += performance.now() - t; stat.set(key, s)
  }
}
const moments = (process.env['MOMENTS'] ?? T0.toISOString()).split(',')
it.each(moments)('%s', async (moment) => {
  const app = await startApp({ engine: 'embedded', empty: true })
  app.clock.set(new Date(moment))
  const s = app.services
  const c0 = process.cpuUsage(); const t = performance.now()
  let t1 = 0, c1 = c0
  try {
  await seedDemo({ modules: s.modules, moduleServers: s.moduleServers, write: (w) => write(s, w), reload: () => s.caches.load(), publishShipped,
    seedTickets: async (base) => { stat.clear(); t1 = performance.now(); c1 = process.cpuUsage(); await seedTickets(s, base)
    const all = [...stat].sort((a, b) => b[1].ms - a[1].ms); console.log('queries', all.reduce((a, [, b]) => a + b.n, 0), all.reduce((a, [, b]) => a + b.ms, 0), JSON.stringify(all.slice(0, 22), null, 0)) } }, () => hashPassword('x'))
  } catch (e) { console.log(e); throw e }
  const c = process.cpuUsage(c1)
  console.log(moment, 'tickets wall', Math.round(performance.now() - t1), 'cpu', Math.round((c.user + c.system) / 1000), 'before', Math.round(t1 - t))
  const q = async (x: any) => (await x.execute(app.database.db)).rows
  console.log(JSON.stringify(await q(sql`select type, status, count(*)::int n, count(*) filter (where due_at < ${new Date(moment)})::int late from ticket group by 1,2 order by 1,2`)))
  console.log(JSON.stringify(await q(sql`select pay_state, count(*)::int n from payment group by 1`)), JSON.stringify(await q(sql`select state, count(*)::int n from leave_record group by 1`)), JSON.stringify(await q(sql`select state, count(*)::int n from invoice group by 1`)), JSON.stringify(await q(sql`select count(*)::int ev from ticket_event`)), JSON.stringify(await q(sql`select count(*)::int files from file`)))
  console.log(JSON.stringify(await q(sql`select d.key, subject_code, approved, used, frozen, approved+adjust-used-frozen av from budget_line l join department d on d.id = l.dept_id where year = extract(year from ${moment}::timestamptz) and (d.key, subject_code) in (('D10','30201'),('D10','30211'),('D12','30216'),('D07','30231'))`)))
  console.log(JSON.stringify(await q(sql`select username, total, used, pending from leave_quota q join app_user u on u.id = q.user_id where username in ('pan42','ge43','su41','xi44') and year = extract(year from ${moment}::timestamptz) and leave_type = 'annual'`)))
  console.log(JSON.stringify(await q(sql`select username, label, n from ticket_count c join app_user u on u.id = c.user_id where username in ('zhang39','pan42','wei11')`)))
  console.log(JSON.stringify(await q(sql`select username, c.state, count(*)::int n from ticket_task c join app_user u on u.id = c.assignee_id where c.status = 'open' and username in ('zhang39','you18','he20','pan42') group by 1,2`)))
  expect(await read(s, findMismatches)).toEqual([])
  const ids = await q(sql`select id, no from ticket order by id`)
  const bad: unknown[] = []
  if (process.env['REPLAY']) for (const { id, no } of ids) { const f = await read(s, (b) => replayCheck(engineOf(s), b, id)); if (f.length) bad.push([no, f]) }
  if (bad.length) console.log(JSON.stringify(bad.slice(0, 10)), bad.length)
  expect(bad.length).toBe(0)
  await app.close()
}, 300000)
