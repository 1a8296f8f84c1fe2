import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDueTimers } from '#src/server/tickets/timers/timers.ts'
import { engines } from '#tests/harness/engines.ts'
import { type Bureau, type Name, openBureau, start } from './bureau.ts'
import { type Action, actions, atOnce, misfits } from './linear.ts'
import { effectsOf, expectSound, giveBack, pay, refusal, say } from './words.ts'

const ROUNDS = 15
const crew: readonly Name[] = ['pann', 'zhang', 'suns', 'xuxu', 'youa', 'heda', 'yunn', 'hann']
/** What moves the ticket on comes more often, so that histories get somewhere. */
const action = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<Action>('approve', 'approve', 'handle', 'claim', 'submit', 'retrieve') },
  { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(actions) as Action[])) },
)

describe.each(engines)('several people at once on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  const atAudit = async () => {
    const { ticket } = await bureau.submit('pann', 'errand', { price: '100.00' })
    await bureau.approve('zhang', ticket.id)
    return ticket.id
  }
  const race = async (...actions: Promise<unknown>[]) => (await Promise.all(actions.map(refusal))).sort()

  it('I12, 25.12 two approvers of a first-response step: one decides, the other hears that it moved', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await atAudit()
      expect(await race(bureau.approve('xuxu', id), bureau.approve('youa', id))).toEqual(
        [null, 'wf.stateChanged'].sort(),
      )
      expect((await effectsOf(bureau, id)).filter((effect) => effect === 'consume')).toHaveLength(1)
      await expectSound(bureau, id)
    }
  })

  it('25.12 two approvers of an all-of step: both count, and the step passes once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ticket } = await bureau.submit('pann', 'council', { day: '2026-01-09' })
      const helperId = bureau.id('gege')
      expect(
        await race(bureau.approve('xuxu', ticket.id, { helperId }), bureau.approve('youa', ticket.id, { helperId })),
      ).toEqual([null, null])
      const { rows } = await sql<{
        currentKeys: string[]
      }>`select current_keys from ticket where id = ${ticket.id}`.execute(bureau.database.db)
      expect(rows[0]?.currentKeys).toEqual(['inTurn'])
      await expectSound(bureau, ticket.id)
    }
  })

  it('approve against withdraw, return and reject: exactly one of them happens', async () => {
    const rivals = [
      (id: number) => bureau.ask('pann', id, say('withdraw')),
      (id: number) => bureau.ask('youa', id, giveBack()),
      (id: number) => bureau.ask('youa', id, say('reject', 'not in the plan')),
    ]
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await atAudit()
      const {
        rows: [before],
      } = await sql<{ revision: number }>`select revision from ticket where id = ${id}`.execute(bureau.database.db)
      const rival = rivals[round % rivals.length]!
      const asked = await race(bureau.ask('xuxu', id, say('approve'), before!.revision), rival(id))
      // A withdrawal may follow the approval while nobody has begun to pay.
      expect(asked.filter((key) => key === null).length).toBeGreaterThanOrEqual(1)
      expect((await effectsOf(bureau, id)).filter((effect) => effect === 'consume').length).toBeLessThanOrEqual(1)
      await expectSound(bureau, id)
    }
  })

  it('I12 eight people at once with any actions: acknowledged ones stand in the log once and in an order that fits what everybody was told', {
    timeout: 120_000,
  }, async () => {
    const counts = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(fc.tuple(...crew.map(() => fc.array(action, { minLength: 2, maxLength: 4 }))), async (plans) => {
        const { ticket } = await bureau.submit('pann', 'errand', { price: '6000.00' })
        await bureau.approve('zhang', ticket.id)
        const observations = await atOnce(
          bureau,
          ticket.id,
          crew.map((name, index) => [name, plans[index] ?? []]),
        )
        for (const { key } of observations) counts.set(key ?? 'done', (counts.get(key ?? 'done') ?? 0) + 1)
        expect(await misfits(bureau, ticket.id, observations)).toEqual([])
        await expectSound(bureau, ticket.id)
      }),
      { numRuns: 8, seed: 20260105, interruptAfterTimeLimit: 60_000 },
    )
    expect([counts.get('done') ?? 0, counts.get('wf.stateChanged') ?? 0].every((count) => count > 8)).toBe(true)
  })

  it('the same person twice in two tabs decides once', async () => {
    const id = await atAudit()
    await bureau.approve('xuxu', id)
    expect(await race(bureau.ask('heda', id, pay('paid')), bureau.ask('heda', id, pay('paid')))).toEqual(
      [null, 'wf.stateChanged'].sort(),
    )
  })

  it('numbers of one day are given once each, however many file at once', async () => {
    const filed = await Promise.all(Array.from({ length: 12 }, () => bureau.submit('gege', 'twice')))
    expect(new Set(filed.map(({ ticket }) => ticket.no)).size).toBe(12)
  })

  it('two nodes that run the timers at the same moment fire each of them once', async () => {
    const filed = await Promise.all(Array.from({ length: 5 }, () => bureau.submit('pann', 'errand', { price: '1.00' })))
    bureau.clock.advance(5 * 3_600_000)
    await Promise.all([runDueTimers(bureau.services), runDueTimers(bureau.services)])
    for (const { ticket } of filed) {
      const { rows } = await sql`select from ticket_event where ticket_id = ${ticket.id} and type = 'timeout'`.execute(
        bureau.database.db,
      )
      expect(rows).toHaveLength(1)
      await expectSound(bureau, ticket.id)
    }
    bureau.clock.set(start)
  })

  it('decisions on many tickets and applicants do not deadlock', async () => {
    const names = ['pann', 'gege', 'yunn'] as const
    const filed = await Promise.all(
      Array.from({ length: 24 }, (_, index) => bureau.submit(names[index % 3]!, 'errand', { price: '1.00' })),
    )
    const decided = await Promise.all(
      filed.flatMap(({ ticket }, index) => [
        refusal(bureau.approve('zhang', ticket.id)),
        refusal(
          index % 2 === 0
            ? bureau.ask('zhang', ticket.id, giveBack())
            : bureau.ask(names[index % 3]!, ticket.id, say('withdraw')),
        ),
      ]),
    )
    expect(decided.filter((key) => key !== null && key !== 'wf.stateChanged')).toEqual([])
    for (const { ticket } of filed) await expectSound(bureau, ticket.id)
  })
})
