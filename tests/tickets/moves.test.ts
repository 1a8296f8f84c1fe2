/** 25.11 on the real server: tickets brought by hand out of branches and into them, into joins, and from and to tickets that are waited for. */

import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StateDefinition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { Mapping } from '#src/server/tickets/moves/hand.ts'
import { moveTicket, Stays } from '#src/server/tickets/moves/move.ts'
import { findTicket } from '#src/server/tickets/ticket.ts'
import { engines, oneEngine, runsOn } from '#tests/harness/engines.ts'
import { runs } from '#tests/harness/runs.ts'
import { forked, outing, split } from './applications.ts'
import { type Bureau, type Name, openBureau } from './bureau.ts'
import { drawnVersion } from './drawn.ts'
import { role, step, transitions } from './steps.ts'
import { effectsOf, expectSound, giveBack, holders, refusal, say, tasksOf } from './words.ts'

const nobody: Partial<StateDefinition> = { kind: 'cc', emptyPolicy: { type: 'skip' } }
const files: Partial<StateDefinition> = {
  kind: 'sub',
  emptyPolicy: { type: 'skip' },
  child: { type: 'errand', values: { price: 'price' }, wait: true },
}
const leader = step('leader', { type: 'deptLeader' })
const audit = step('audit', role('financeOfficer'))
const cash = step('cash', role('cashier'))

/** The same type, drawn otherwise. */
const drawn = (states: readonly StateDefinition[], ...pairs: readonly string[]) => ({
  ...split.workflow,
  states,
  transitions: transitions(...pairs),
})
const line = drawn([leader, audit, cash], 'start>leader', 'leader>audit', 'audit>cash', 'cash>end')
const gated = drawn(
  [
    leader,
    step('gate', { type: 'several', of: [] }, { ...nobody, branch: 'parallel' }),
    audit,
    step('check', role('financeOfficer')),
    cash,
    step('meet', { type: 'several', of: [] }, { ...nobody, joinOf: 'gate' }),
    step('last', role('bureauLeader')),
  ],
  ...['start>leader', 'leader>gate', 'gate>audit', 'audit>check', 'gate>cash', 'check>meet', 'cash>meet', 'meet>last'],
  'last>end',
)
/** Its first step is another one: by its log no ticket comes here. */
const waiting = drawn(
  [{ ...leader, key: 'head' }, step('order', { type: 'applicant' }, files), audit],
  ...['start>head', 'head>order', 'order>audit', 'audit>end'],
)
const shapes: readonly WorkflowDefinition[] = [split.workflow, line, gated, waiting]

describe.each(engines)('moves by hand on %s', (kind) => {
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(kind)
  })
  afterAll(() => bureau.close())

  const versionOf = (type: string, definition: WorkflowDefinition) => drawnVersion(bureau, type, definition)

  const rowOf = (id: number) => bureau.read(async (unit) => (await findTicket(unit.db, id))!)
  /** Where it stands after the move; the reason when it stays. */
  async function bring(id: number, to: number, mapping: Mapping): Promise<readonly string[] | string> {
    const { versionId } = await rowOf(id)
    try {
      const hand = { mapping, comment: 'redrawn', actor: bureau.id('hann') }
      await bureau.write(async (unit) =>
        moveTicket(bureau.engine, unit, id, versionId, await bureau.engine.versions.byId(unit.db, to), hand),
      )
    } catch (error) {
      if (error instanceof Stays) return `${error.line.reason} ${error.line.about}`
      throw error
    }
    await expectSound(bureau, id)
    return (await rowOf(id)).currentKeys
  }
  const childrenOf = async (id: number) =>
    (
      await sql<{ id: number; status: string }>`
        select id, status from ticket where parent_id = ${id} and deleted_at is null order by id`.execute(
        bureau.database.db,
      )
    ).rows

  it('out of branches: all of them close, and each has to be mapped', async () => {
    const { ticket } = await bureau.submit('pann', 'forked')
    await bureau.approve('zhang', ticket.id)
    const { id } = ticket
    const to = await versionOf('forked', { ...forked.workflow, states: line.states, transitions: line.transitions })
    expect(await bring(id, to, { advice: 'audit' })).toBe('beside money')
    expect(await bring(id, to, { advice: 'audit', money: 'cash' })).toBe('branches audit')
    expect((await rowOf(id)).currentKeys).toEqual(['advice', 'money'])
    expect(await bring(id, to, { advice: 'audit', money: 'audit' })).toEqual(['audit'])
    expect(await holders(bureau, id)).toEqual(['xuxu', 'youa'])
    expect((await tasksOf(bureau, id)).filter(({ status }) => status === 'cancelled').length).toBeGreaterThan(2)
    // Nothing behind the move is a place to return to.
    expect(await refusal(bureau.ask('xuxu', id, giveBack('leader')))).not.toBeNull()
    await bureau.approve('xuxu', id)
    await bureau.approve('heda', id)
    expect((await rowOf(id)).status).toBe('completed')
    expect(await effectsOf(bureau, id)).toEqual(['consume'])
    await expectSound(bureau, id)
  })

  it('into one branch: those beside it begin; into a gateway all do; into the join none', async () => {
    const to = await versionOf('split', gated)
    const filed = async () => (await bureau.submit('pann', 'split')).ticket.id
    const one = await filed()
    expect(await bring(one, to, { leader: 'check' })).toEqual(expect.arrayContaining(['check', 'cash']))
    expect(await holders(bureau, one)).toEqual(['heda', 'xuxu', 'youa'])
    await bureau.approve('heda', one)
    await bureau.approve('youa', one)
    expect((await rowOf(one)).currentKeys).toEqual(['last'])
    await bureau.approve('zhao', one)
    expect((await rowOf(one)).status).toBe('completed')

    const all = await filed()
    expect(await bring(all, to, { leader: 'gate' })).toEqual(expect.arrayContaining(['audit', 'cash']))
    const two = await filed()
    await bureau.approve('zhang', two)
    const both = await bring(two, to, { look: 'check', money: 'cash' })
    expect(both).toEqual(expect.arrayContaining(['check', 'cash']))
    for (const id of [one, all, two]) await expectSound(bureau, id)
  })

  it('a snapshot stored under the former name of a branch number reads as before after its migration', async () => {
    const { id } = (await bureau.submit('pann', 'forked')).ticket
    await bureau.approve('zhang', id)
    const snapshotText = async () => JSON.stringify((await rowOf(id)).snapshot)
    const present = await snapshotText()
    await sql`update ticket set snapshot = replace(snapshot::text, '"number":', '"way":')::jsonb where id = ${id}`.execute(
      bureau.database.db,
    )
    expect(await snapshotText()).not.toBe(present)
    await bureau.database.pool.query(readFileSync('src/server/database/migrations/0012_branch_numbers.sql', 'utf8'))
    expect(JSON.parse(await snapshotText())).toEqual(JSON.parse(present))
    await expectSound(bureau, id)
  })

  it('into a state that files a ticket, and out of one, whose ticket is then waited for no more', async () => {
    const { ticket } = await bureau.submit('pann', 'outing', { price: '20.00' })
    const { id } = ticket
    const [into, out] = [
      await versionOf('outing', { ...outing.workflow, states: waiting.states, transitions: waiting.transitions }),
      await versionOf('outing', { ...outing.workflow, states: line.states, transitions: line.transitions }),
    ]
    expect(await bring(id, into, { leader: 'order' })).toEqual(['order'])
    const [child] = await childrenOf(id)
    expect(child).toMatchObject({ status: 'running' })
    // What was filed for another ticket files nothing itself.
    const nested = await versionOf('errand', { ...waiting, key: 'errand' })
    expect(await bring(child!.id, nested, { leader: 'order' })).toBe('child order')
    expect(await bring(id, out, { order: 'audit' })).toEqual(['audit'])
    expect(await childrenOf(id)).toEqual([{ id: child!.id, status: 'voided' }])
    expect((await effectsOf(bureau, child!.id)).at(-1)).toBe('release')
    await expectSound(bureau, child!.id)
  })

  it('into a version with a threshold: it is as at the move from then on, and later conditions find it', async () => {
    const large = { enterWhen: { field: 'price', op: 'gt', value: { fact: 'config.wf.t1' } } } as const
    const states = [leader, audit, { ...cash, ...large }]
    const to = await versionOf('split', { ...line, states })
    const { ticket } = await bureau.submit('pann', 'split', { price: '20.00' })
    expect(await bring(ticket.id, to, { leader: 'audit' })).toEqual(['audit'])
    expect(Object.keys((await rowOf(ticket.id)).thresholds)).toEqual(['config.wf.t1'])
    await bureau.approve('xuxu', ticket.id)
    expect((await rowOf(ticket.id)).status).toBe('completed')
    await expectSound(bureau, ticket.id)
  })

  it('at random, between actions at random: log, snapshot, rows and family agree after each, and nothing is lost', async () => {
    const names: readonly Name[] = ['zhang', 'xuxu', 'youa', 'heda', 'zhao']
    const action = fc.record({ name: fc.constantFrom(...names), isReturn: fc.constantFrom(false, false, false, true) })
    const move = fc.record({
      shape: fc.nat(shapes.length - 1),
      picks: fc.array(fc.nat(9), { minLength: 3, maxLength: 3 }),
    })
    const met = { moved: 0, intoBranches: 0, outOfBranches: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(action, move), { minLength: 6, maxLength: 12 }), async (steps) => {
        const { ticket } = await bureau.submit('pann', 'split', { price: '20.00' })
        for (const one of steps) {
          const { currentKeys, status } = await rowOf(ticket.id)
          if (status !== 'running') return
          if ('name' in one) {
            await refusal(bureau.ask(one.name, ticket.id, one.isReturn ? giveBack() : say('approve')))
            continue
          }
          const shape = shapes[one.shape]!
          const to = await versionOf('split', shape)
          if (to === (await rowOf(ticket.id)).versionId) continue
          const targets = currentKeys.map((_, index) => shape.states[one.picks[index % 3]! % shape.states.length]!.key)
          const result = await bring(
            ticket.id,
            to,
            Object.fromEntries(currentKeys.map((key, at) => [key, targets[at]!])),
          )
          const after = await rowOf(ticket.id)
          if (typeof result === 'string') {
            expect(after.currentKeys, result).toEqual(currentKeys)
            continue
          }
          met.moved++
          if (currentKeys.length > 1) met.outOfBranches++
          if (result.length > 1) met.intoBranches++
          expect([after.versionId, after.status]).toEqual([to, 'running'])
        }
        await expectSound(bureau, ticket.id)
        for (const { id } of await childrenOf(ticket.id)) await expectSound(bureau, id)
      }),
      { numRuns: runsOn(kind, runs(18)), seed: 20260106 },
    )
    if (oneEngine.includes(kind)) expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(2)
  })
})
