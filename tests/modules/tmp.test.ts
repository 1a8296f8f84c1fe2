import { it } from 'vitest'
import { sql } from 'kysely'
import { startApp } from '#tests/harness/app.ts'
import { write } from '#src/server/work.ts'
import { budgetLedger } from '#src/define/ledgers.ts'
import { resolveParticipants } from '#src/server/tickets/participants.ts'

it('x', async () => {
  const app = await startApp({ engine: 'embedded' })
  const { rows } = await sql<{ id: number }>`select line.id from budget_line line join department on department.id = line.dept_id where department.key = 'D10' and line.subject_code = '30207' and line.year = 2026`.execute(app.database.db)
  const measure = async (name: string, n: number, work: (base: any, i: number) => Promise<unknown>) => {
    const c0 = process.cpuUsage(); const t = performance.now()
    await write(app.services, async (base) => { for (let i = 0; i < n; i++) await work(base, i) })
    const c = process.cpuUsage(c0)
    console.log(name, 'wall', ((performance.now() - t) / n).toFixed(2), 'cpu', ((c.user + c.system) / 1000 / n).toFixed(2))
  }
  await measure('trivial', 2000, (b) => sql`select id from app_user where username = ${'pan42'}`.execute(b.db))
  await measure('trivial', 2000, (b) => sql`select id from app_user where username = ${'pan42'}`.execute(b.db))
  await measure('freeze+unfreeze', 300, async (b) => { const s = { ticketId: 1, effectKey: 'x' }; await b.ledger(budgetLedger).freeze(rows[0]!.id, '1.00', s); await b.ledger(budgetLedger).unfreeze(rows[0]!.id, '1.00', s) })
  await measure('freeze+unfreeze', 300, async (b) => { const s = { ticketId: 2, effectKey: 'x' }; await b.ledger(budgetLedger).freeze(rows[0]!.id, '1.00', s); await b.ledger(budgetLedger).unfreeze(rows[0]!.id, '1.00', s) })
  await measure('participants', 200, async (b) => resolveParticipants(b, { type: 'leaveApproval', applicantId: 42, deptId: 11, allowSelf: false, formData: {}, previous: [] }, [{ kind: 'approve', participant: { type: 'deptLeader' } }, { kind: 'approve', participant: { type: 'divisionLeader' } }]))
  await app.close()
}, 120000)
