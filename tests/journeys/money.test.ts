/** INV-01, 02, 06, 09 and 12 over random lives of all eight types of money tickets on shared lines, one action after the other and all at once. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMismatches } from '#src/modules/budget/budget.server.ts'
import { reader } from '#src/server/work.ts'
import { type Answer, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { commitmentFaults } from '#tests/modules/money.ts'
import { type Action, actions, type Bureau, openMoneyBureau, type Type, types } from './money-lives.ts'
import { moneyFaults } from './money-soundness.ts'
import { houseFaults, ticketFaults } from './soundness.ts'

/** Random lives and bursts; more by `MONEY_RUNS=400`, others by `MONEY_SEED`. */
const RUNS = Number(process.env.MONEY_RUNS ?? 2)
const SEED = Number(process.env.MONEY_SEED ?? 20260311)

const pick = fc.noBias(fc.nat(1_000_000))
/** New tickets come in while others move on. */
const happening = fc.oneof(
  { weight: 2, arbitrary: fc.record({ file: fc.constantFrom(...types), pick }) },
  { weight: 5, arbitrary: fc.record({ action: fc.constantFrom(...actions), pick }) },
)
type Happening = { readonly pick: number } & ({ readonly file: Type } | { readonly action: Action })

/** What stands by itself, and what draws upon something approved. */
const first: readonly Type[] = ['preApproval', 'travelRequest', 'financialReimbursementOne', 'subsidy', 'personSalary']
const second: readonly Type[] = ['financialReimbursementTwo', 'financialReimbursementThree', 'travelReimbursement']

describe.each(oneEngine)('random lives of money on %s', (engine) => {
  let app: TestApp
  let bureau: Bureau
  const filed = new Set<Type>()
  const done = new Set<Action>()
  /** Tickets of the lives so far. */
  const known: number[][] = []

  beforeAll(async () => {
    app = await startApp({ engine })
    bureau = await openMoneyBureau(app)
  })
  afterAll(() => app.close())

  /** A rule may refuse an action; nothing else may go wrong. */
  function noFault(what: Happening, answer: Answer<unknown> | null): boolean {
    if (answer === null) return false
    expect(
      [2000, 4000, 4001, 4003, 4004, 4009],
      JSON.stringify({ what, key: answer.errKey, msg: answer.msg }),
    ).toContain(answer.code)
    return answer.code === 2000
  }

  async function happen(what: Happening, ids: number[]): Promise<void> {
    if ('action' in what) {
      if (noFault(what, await bureau.happen(what.action, ids, what.pick))) done.add(what.action)
      return
    }
    const answer = await bureau.file(what.file, what.pick)
    if (!noFault(what, answer) || answer === null) return
    filed.add(what.file)
    ids.push(answer.data.id)
  }

  const faults = async (ids: readonly number[]): Promise<readonly unknown[]> => [
    ...(await findMismatches(reader(app.services))),
    ...(await commitmentFaults(app)),
    ...(await moneyFaults(app)),
    ...(await houseFaults(app)),
    ...(await ticketFaults(app, ids)),
  ]

  it('after any sequence of actions the ledger balances to the cent, nothing is overspent, and every ticket has what it says', {
    timeout: 1_200_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 25, maxLength: 35 }), async (all) => {
        const ids: number[] = []
        known.push(ids)
        // Something of every kind to begin with, approved as far as others follow it.
        for (const type of [...first, ...second]) {
          await happen({ file: type, pick: all[0]?.pick ?? 0 }, ids)
          for (let turn = 0; turn < 3; turn += 1)
            await happen({ action: 'forward', pick: ids.length - 1 }, ids.slice(-1))
        }
        for (const one of all as readonly Happening[]) await happen(one, ids)
        expect(await faults(ids)).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 10_000 * RUNS, endOnFailure: true },
    )
    expect(filed.size).toBeGreaterThan(5)
    expect(done.size).toBeGreaterThan(5)
  })

  it('the same with everybody at once: no deadlock, no cent lost', { timeout: 1_200_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 20, maxLength: 30 }), async (all) => {
        const ids = known.flat().slice(-40)
        await Promise.all((all as readonly Happening[]).map((one) => happen(one, ids)))
        expect(await faults(ids)).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 10_000 * RUNS, endOnFailure: true },
    )
  })
})
