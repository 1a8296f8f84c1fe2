/** BUD-01 to BUD-07, BUD-10, INV-02, INV-09 and INV-12 over random movements of money on shared lines, one by one and all at once. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RuleError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { subtractMoney, sumMoney } from '#src/fields/money/cents.ts'
import { checkLedger, findMismatches } from '#src/modules/budget/budget.server.ts'
import type { AdjustCheck } from '#src/modules/budget/budget-adjust.ts'
import { budgetLedger, commitments } from '#src/modules/budget/contract.ts'
import { read, reader, write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { uploadPdf } from '#tests/harness/files.ts'
import { commitmentFaults, lineOf } from '#tests/modules/money.ts'

/** Random lives; more by `BUDGET_RUNS=400`, others by `BUDGET_SEED`. */
const RUNS = Number(process.env.BUDGET_RUNS ?? 12)
const SEED = Number(process.env.BUDGET_SEED ?? 20260311)

const actions = [
  'freeze',
  'unfreeze',
  'consume',
  'refund',
  'adjust',
  'reduce',
  'transfer',
  'lock',
  'unlock',
  'open',
  'ask',
  'ask',
  'free',
  'spend',
  'spend',
  'undo',
  'close',
] as const
const movement = fc.record({
  action: fc.constantFrom(...actions),
  line: fc.nat(2),
  other: fc.nat(2),
  // The fourth ticket is the one whose money the commitments hold.
  ticket: fc.nat(2),
  cents: fc.integer({ min: 1, max: 60_000 }),
})
type Movement = typeof movement extends fc.Arbitrary<infer T> ? T : never

const yuan = (cents: number): string => (cents / 100).toFixed(2)

describe.each(oneEngine)('the budget ledger on %s', (engine) => {
  let app: TestApp
  let lines: readonly number[]
  let tickets: readonly number[]
  let chief: Client
  const done = new Set<string>()
  const refused = new Set<string>()

  beforeAll(async () => {
    app = await startApp({ engine })
    chief = await app.as('qin17')
    lines = await Promise.all(['30205', '30206', '30239'].map((subject) => lineOf(app, 'D11', subject)))
    const { rows } = await sql<{ id: number }>`select id from ticket order by id desc limit 4`.execute(app.database.db)
    tickets = rows.map((row) => row.id)
  })
  afterAll(() => app.close())

  async function carryOut(unit: UnitOfWork, { action, line, other, ticket, cents }: Movement): Promise<void> {
    const ledger = unit.service(budgetLedger)
    const held = unit.service(commitments)
    const [lineId, ticketId, amount] = [lines[line]!, tickets[ticket]!, yuan(cents)]
    const source = { ticketId, effectKey: 'random' }
    const mine = async () => (await held.heldBy(tickets[3]!)).filter(({ lineId: at }) => at === lineId).at(-1)
    switch (action) {
      case 'freeze':
      case 'unfreeze':
      case 'consume':
      case 'refund':
        return ledger[action](lineId, amount, source)
      case 'adjust':
        return ledger.adjust(lineId, amount, source)
      case 'reduce':
        return ledger.adjust(lineId, `-${amount}`, source)
      case 'transfer':
        return ledger.transfer(lineId, lines[other]!, amount, source)
      case 'lock':
      case 'unlock':
        await sql`update budget_line set state = ${action === 'lock' && cents % 4 === 0 ? 'locked' : 'active'} where id = ${lineId}`.execute(
          unit.db,
        )
        return
      case 'open':
        await held.open({
          kind: 'preApproval',
          ticketId: tickets[3]!,
          deptId: 1,
          applicantId: 1,
          lineId,
          projectId: null,
          amount,
          title: 'random',
          validUntil: null,
        })
        return
      case 'ask': {
        const one = await mine()
        return one ? held.ask(one.id, ticketId, yuan(Math.ceil(cents / 4))) : undefined
      }
      case 'free':
        return held.free(ticketId)
      case 'spend': {
        const one = await mine()
        return one ? held.spend(one.id, source) : undefined
      }
      case 'undo':
        return held.undo(source)
      case 'close': {
        const one = await mine()
        return one ? held.close(one.id, 'settled', 'random') : undefined
      }
    }
  }

  /** Whether it was done; a rule may refuse it, nothing else may go wrong. */
  async function attempt(one: Movement): Promise<void> {
    try {
      await write(app.services, (unit) => carryOut(unit, one))
      done.add(one.action)
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      refused.add(error.problem.key)
    }
  }

  async function faults(): Promise<readonly unknown[]> {
    const overspent =
      await sql`select id from budget_line where frozen < 0 or used < 0 or (control_mode = 'hard' and approved + adjust - frozen - used < 0)`.execute(
        app.database.db,
      )
    const balances = await sql`
      select e.id from (select distinct on (line_id) id, line_id, balance_after from budget_ledger where line_id = any(${[...lines]}::bigint[]) order by line_id, id desc) e
      join budget_line l on l.id = e.line_id where e.balance_after <> l.approved + l.adjust - l.frozen - l.used`.execute(
      app.database.db,
    )
    return [
      ...(await findMismatches(reader(app.services))),
      ...overspent.rows,
      ...balances.rows,
      ...(await commitmentFaults(app)),
    ]
  }

  it('after any sequence of movements the ledger balances to the cent and no line is overspent', {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 20, maxLength: 40 }), async (movements) => {
        for (const one of movements) await attempt(one)
        expect(await faults()).toEqual([])
      }),
      { numRuns: RUNS, seed: SEED, interruptAfterTimeLimit: 12_000 },
    )
    expect(actions.filter((action) => !done.has(action))).toEqual([])
    expect([...refused]).toContain('rule.BUD-04')
  })

  it('the same with all movements at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(movement, { minLength: 8, maxLength: 16 }), async (movements) => {
        await Promise.all(movements.map(attempt))
        expect(await faults()).toEqual([])
      }),
      { numRuns: Math.ceil(RUNS / 2), seed: SEED, interruptAfterTimeLimit: 12_000 },
    )
  })

  it('BUD-03 a hard line refuses what it has not, one with a tolerance lends that much, one without control anything', async () => {
    await sql`update budget_line set state = 'active' where id = any(${[...lines]}::bigint[])`.execute(app.database.db)
    const [lineId = 0] = lines
    const frozenBeyond = async (beyond: string) => {
      const { available } = (await read(app.services, (unit) => unit.service(budgetLedger).read(lineId))) ?? {}
      const amount = (Number(available) + Number(beyond)).toFixed(2)
      const source = { ticketId: tickets[0] ?? 0, effectKey: 'beyond' }
      try {
        await write(app.services, (unit) => unit.service(budgetLedger).freeze(lineId, amount, source))
        await write(app.services, (unit) => unit.service(budgetLedger).unfreeze(lineId, amount, source))
        return 'frozen'
      } catch (error) {
        if (!(error instanceof RuleError)) throw error
        return error.problem.key
      }
    }
    const control = async (controlMode: string, tolerancePct?: string) => {
      const { code } = await chief.post(`/api/budget/line/${lineId}/control/`, { controlMode, tolerancePct })
      expect(code).toBe(2000)
    }
    const { rows } = await sql<{ tenth: string }>`
      select round(approved / 10, 2) as tenth from budget_line where id = ${lineId}`.execute(app.database.db)
    const tenth = rows[0]?.tenth ?? '0.00'
    expect(await frozenBeyond('0.01')).toBe('budget.insufficient')
    await control('tolerance', '10.00')
    expect(await frozenBeyond(tenth)).toBe('frozen')
    expect(await frozenBeyond((Number(tenth) + 0.01).toFixed(2))).toBe('budget.insufficient')
    await control('none')
    expect(await frozenBeyond('99999.00')).toBe('frozen')
    await control('hard')
  })

  it('BUD-06 a locked line refuses to freeze and to consume, and takes back', async () => {
    const [lineId = 0] = lines
    const source = { ticketId: tickets[1] ?? 0, effectKey: 'locked' }
    const move = (action: 'freeze' | 'unfreeze' | 'consume' | 'refund') =>
      write(app.services, (unit) => unit.service(budgetLedger)[action](lineId, '0.10', source))
    await move('freeze')
    await move('consume')
    const lock = (action: 'lock' | 'unlock') => chief.post(`/api/budget/line/${lineId}/${action}/`, {})
    expect((await lock('lock')).code).toBe(2000)
    for (const action of ['freeze', 'consume'] as const)
      await expect(move(action)).rejects.toMatchObject({ problem: { key: 'budget.lineLocked' } })
    await move('unfreeze')
    await move('refund')
    expect((await lock('unlock')).code).toBe(2000)
  })

  it('BUD-07 the night locks a line that its ledger contradicts, and tells who must know', async () => {
    const [lineId = 0] = lines
    const state = async () =>
      (await sql<{ state: string }>`select state from budget_line where id = ${lineId}`.execute(app.database.db))
        .rows[0]?.state
    await write(app.services, checkLedger)
    expect(await state()).toBe('active')
    await sql`update budget_line set used = used + 0.01 where id = ${lineId}`.execute(app.database.db)
    await write(app.services, checkLedger)
    expect(await state()).toBe('locked')
    const { to, title } = app.announced.messages.at(-1) ?? {}
    expect(title).toEqual({ key: 'budget.jobMismatch', params: [lineId] })
    expect(to).toEqual(expect.arrayContaining([chief.userId, (await app.as('fang54')).userId]))
    await sql`update budget_line set used = used - 0.01, state = 'active' where id = ${lineId}`.execute(app.database.db)
  })

  it('BUD-05 moves money between lines by a document, once, and never to what only goes down', async () => {
    await sql`update budget_line set state = 'active' where id = any(${[...lines]}::bigint[])`.execute(app.database.db)
    const file = [await uploadPdf(app, chief)]
    const document = {
      fromLineId: lines[0],
      toLineId: lines[1],
      amount: '1.00',
      reason: '年中指标调剂',
      docNo: '示例财〔2026〕9号',
      file,
    }
    const filed = await chief.post<{ id: number; version: number }>('/api/budget/adjust/', document)
    expect(filed.code).toBe(2000)
    const sums = async () =>
      (
        await sql<{
          id: number
          adjust: string
        }>`select id, adjust from budget_line where id = any(${lines.slice(0, 2)}::bigint[]) order by id`.execute(
          app.database.db,
        )
      ).rows
    const before = await sums()
    const approve = () => chief.post(`/api/budget/adjust/${filed.data.id}/approve/`, { version: filed.data.version })
    const answers = await Promise.all([approve(), approve()])
    expect(answers.filter((answer) => answer.code === 2000)).toHaveLength(1)
    const delta = (await sums()).map((row, index) => (Number(row.adjust) - Number(before[index]?.adjust)).toFixed(2))
    expect(delta.toSorted()).toEqual(['-1.00', '1.00'])
    const reception = await lineOf(app, 'D02', '30217')
    const refused = await chief.post('/api/budget/adjust/', {
      ...document,
      file: [await uploadPdf(app, chief)],
      toLineId: reception,
    })
    expect(refused.errors).toEqual({ toLineId: ['科目“公务接待费”只减不增，不能调入'] })
    // It is said while the document is written, beside what the lines would have after it.
    const query = { fromLineId: String(lines[0]), toLineId: String(lines[1]), amount: '1.00' }
    const said = (more: object) => chief.get<AdjustCheck>('/api/budget/adjust/check/', { query: { ...query, ...more } })
    const [first, second] = await Promise.all(
      lines.slice(0, 2).map((id) => chief.get<{ available: string }>(`/api/budget/line/${id}/`)),
    )
    expect((await said({})).data).toEqual({
      problems: {},
      from: subtractMoney(first?.data.available ?? '', '1.00'),
      to: sumMoney([second?.data.available ?? '', '1.00']),
    })
    const keyOf = async (more: object) =>
      Object.entries((await said(more)).data.problems).map(([at, [one]]) => `${at} ${one?.key}`)
    expect(await keyOf({ toLineId: String(reception) })).toEqual(['toLineId rule.BUD-05'])
    expect(await keyOf({ toLineId: query.fromLineId })).toEqual(['toLineId budget.sameLine'])
    expect(await keyOf({ amount: '99999999.00' })).toEqual(['amount budget.insufficient'])
    await sql`update budget_line set fund_source = 'other' where id = ${lines[1]}`.execute(app.database.db)
    expect(await keyOf({})).toEqual(['toLineId budget.otherSource'])
    await sql`update budget_line set fund_source = 'fiscal' where id = ${lines[1]}`.execute(app.database.db)
  })

  it('BUD-10 a year closes when nothing is frozen, and nothing can be spent of it then', async () => {
    const { rows } = await sql<{
      id: number
      version: number
    }>`select id, version from budget_year where year = 2026`.execute(app.database.db)
    const close = (version: number) => chief.post(`/api/budget/year/${rows[0]?.id}/close/`, { version })
    expect(await close(Number(rows[0]?.version))).toMatchObject({ code: 4001, errKey: 'rule.BUD-10' })
    await sql`delete from commitment_use`.execute(app.database.db)
    await sql`update budget_line set frozen = 0 where year = 2026`.execute(app.database.db)
    expect((await close(Number(rows[0]?.version))).code).toBe(2000)
    await attempt({ action: 'freeze', line: 0, other: 1, ticket: 0, cents: 1 })
    expect([...refused]).toContain('budget.yearClosed')
  })
})
