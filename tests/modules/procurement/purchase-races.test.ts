/** Money of one purchase moved from all sides at once: never above the contract, the contract never above the budget (E11, E12). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RuleError, ValidationError } from '#src/define/problem.ts'
import { commitments } from '#src/modules/budget/contract.ts'
import { accept } from '#src/modules/procurement/acceptances/accept.server.ts'
import { purchases } from '#src/modules/procurement/contract.ts'
import { supplement } from '#src/modules/procurement/contracts/sign.server.ts'
import { write } from '#src/server/work.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'
import { commitmentFaults } from '#tests/modules/money.ts'
import { openPurchases, type PurchaseOffice, TODAY } from './purchases.ts'

const ROUNDS = 4
const PAYMENTS = 8

/** A small generator of its own, so that a failing round can be run again. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

describe.runIf(engines.includes('postgres'))('races over one purchase on postgres', () => {
  let app: TestApp
  let office: PurchaseOffice
  beforeAll(async () => {
    app = await startApp({ engine: 'postgres', bureau: 'quiet' })
    await sql`update budget_line set adjust = adjust + 1000000 where subject_code = '30216' and year = 2026`.execute(
      app.database.db,
    )
    office = await openPurchases(app)
  })
  afterAll(() => app.close())

  /** Whether it went through; what is no refusal fails the test. */
  async function attempt(work: () => Promise<unknown>): Promise<boolean> {
    try {
      await work()
      return true
    } catch (error) {
      if (error instanceof RuleError || error instanceof ValidationError) return false
      throw error
    }
  }

  it.each(Array.from({ length: ROUNDS }, (_, seed) => seed + 1))(
    'PRC-31 PRC-32 payments, supplements and acceptances at once keep paid <= accepted + advance <= contract <= budget (seed %i)',
    async (seed) => {
      const random = seeded(seed)
      const id = await office.begun('performing', { sign: { amount: '3600.00', advanceRate: '20.00' } })
      const { db } = app.database
      const { rows } = await sql<{ commitmentId: number; ticketId: number }>`
        select c.id as commitment_id, p.ticket_id from commitment c join purchase p on p.ticket_id = c.ticket_id where p.id = ${id}`.execute(
        db,
      )
      const held = rows[0]
      if (held === undefined) throw new Error('nothing is held')
      const pay = (claimId: number) => () =>
        write(app.services, async (unit) => {
          await unit.service(commitments).ask(held.commitmentId, claimId, (100 + Math.floor(random() * 900)).toFixed(2))
          await unit.service(purchases).matchPayment(held.ticketId, false)
        })
      const change = () => () =>
        write(app.services, (unit) =>
          supplement(
            unit,
            id,
            { change: (Math.floor(random() * 300) - 100).toFixed(2), supplementedOn: TODAY, reason: '并发调整' },
            office.officer.userId,
          ),
        )
      const take = (qty: number) => () =>
        write(app.services, (unit) =>
          accept(
            unit,
            id,
            {
              acceptedOn: TODAY,
              acceptancePanel: [office.pan.userId, office.xi.userId, office.he.userId],
              result: 'partial',
              openItems: [{ name: '笔记本', qty }],
            },
            office.officer.userId,
          ),
        )
      const works = [
        ...Array.from({ length: PAYMENTS }, (_, index) => pay(90_000_000 + seed * 100 + index)),
        ...Array.from({ length: 4 }, change),
        ...[3, 3, 2, 4].map(take),
      ].toSorted(() => random() - 0.5)
      await Promise.all(works.map(attempt))
      const { rows: after } = await sql<{ isSound: boolean; drawn: string; accepted: string; taken: string }>`
        select p.contract_amount <= p.budget and p.accepted_amount <= p.contract_amount and c.total = p.contract_amount and c.changed * 10 <= c.amount
            and held.drawn <= least(p.contract_amount, p.accepted_amount + trunc(p.contract_amount * c.advance_rate / 100, 2)) as is_sound,
          held.drawn, p.accepted_amount as accepted, (p.items -> 0 ->> 'acceptedQty') as taken
        from purchase p join purchase_contract c on c.purchase_id = p.id,
          lateral (select sum(used + pending) as drawn from commitment where ticket_id = p.ticket_id) held
        where p.id = ${id}`.execute(db)
      expect(after[0]).toMatchObject({ isSound: true })
      // The four acceptances are twelve of ten: not all of them fit.
      expect(Number(after[0]?.taken)).toBeLessThanOrEqual(10)
      expect(Number(after[0]?.taken)).toBeGreaterThan(0)
      expect((await commitmentFaults(app)).length).toBe(0)
    },
  )
})
