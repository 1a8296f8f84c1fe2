/** Weighted scoring (E13): one sheet per member, blind until all are in, and the comparison of the quotes line by line. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resultsOf, type Score } from '#src/modules/procurement/selections/scoring.ts'
import type { SelectionComparison } from '#src/modules/procurement/selections/selection.types.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { isZip, unzippedText } from '#tests/harness/unzipped.ts'
import { type Desk, type Form, openDesk, type Row } from './desk.ts'
import { DUE, SELECTIONS, selectionsOf } from './selections.ts'

const score = (vendorId: number, quality: string, delivery = '10.0', service = '10.0'): Score => ({
  vendorId,
  quality,
  delivery,
  service,
})

describe('what weighted quotes come to', () => {
  const weights = { price: 40, quality: 30, delivery: 15, service: 15 }

  it('is lowest price / price x weight and the mean of the sheets, to two places, half up', () => {
    const offers = [
      { vendorId: 1, amount: '90000.00' },
      { vendorId: 2, amount: '88000.00' },
      { vendorId: 3, amount: '96000.00' },
    ]
    const sheets = [
      [score(1, '30'), score(2, '20'), score(3, '25.5')],
      [score(1, '29'), score(2, '20'), score(3, '25.5')],
      [score(1, '28.5'), score(2, '20'), score(3, '25.5')],
    ]
    expect(resultsOf(weights, offers, sheets)).toEqual([
      // 88000 / 90000 x 40 = 39.111...; (30 + 29 + 28.5) / 3 + 20 = 49.1666...
      { vendorId: 1, priceScore: '39.11', panelScore: '49.17', totalScore: '88.28', rank: 1 },
      // 88000 / 96000 x 40 = 36.666...
      { vendorId: 3, priceScore: '36.67', panelScore: '45.50', totalScore: '82.17', rank: 2 },
      { vendorId: 2, priceScore: '40.00', panelScore: '40.00', totalScore: '80.00', rank: 3 },
    ])
  })

  it('ranks equal totals by the lower price, then by the quality, then by the envelope that came first', () => {
    const order = (offers: readonly (readonly [number, string])[], sheet: readonly Score[]): readonly number[] =>
      resultsOf(
        weights,
        offers.map(([vendorId, amount]) => ({ vendorId, amount })),
        [sheet],
      ).map(({ vendorId }) => vendorId)
    // 40.00 + 30.00 and 20.00 + 50.00.
    expect(
      order(
        [
          [1, '2000.00'],
          [2, '1000.00'],
        ],
        [score(1, '30', '10', '10'), score(2, '10', '10', '10')],
      ),
    ).toEqual([2, 1])
    expect(
      order(
        [
          [1, '1000.00'],
          [2, '1000.00'],
        ],
        [score(1, '19', '11'), score(2, '20', '10')],
      ),
    ).toEqual([2, 1])
    expect(
      order(
        [
          [2, '1000.00'],
          [1, '1000.00'],
        ],
        [score(1, '20'), score(2, '20')],
      ),
    ).toEqual([2, 1])
  })
})

describe.each(oneEngine)('the sheets of a panel on %s', (engine) => {
  let app: TestApp
  let desk: Desk
  let vendors: readonly number[]
  let members: readonly number[]
  let panel: readonly Client[]

  beforeAll(async () => {
    app = await startApp({ engine })
    await sql`update vendor set legal_person = '法人' || id`.execute(app.database.db)
    await at(T0)
    vendors = (await desk.query(sql<Row>`select id from vendor where state = 'active' order by id limit 5`)).map(
      ({ id }) => id,
    )
  })
  afterAll(() => app.close())
  beforeEach(() => at(T0))

  async function at(moment: Date): Promise<void> {
    app.clock.set(moment)
    desk = await openDesk(app)
    panel = [desk.officer, await desk.office.as('xi44'), await desk.office.as('zhang39')]
    members = panel.map(({ userId }) => userId)
  }
  const { draft, read, step, invited, receive, opened, again } = selectionsOf(() => ({ desk, vendors, members }))
  const weighted = {
    scoring: 'weighted',
    priceWeight: 40,
    qualityWeight: 30,
    deliveryWeight: 15,
    serviceWeight: 15,
  } as const
  const items = [
    { name: '执法记录仪', spec: '4K', unit: '台', qty: 10 },
    { name: '采集站', spec: '24口', unit: '台', qty: 1 },
  ]

  /** A weighted selection whose quotes are open. */
  async function openedSelection(amounts: readonly string[], prices: readonly string[] = []): Promise<number> {
    await at(T0)
    const invitations = vendors.slice(0, 4).map((vendorId) => ({ vendorId }))
    const id = await invited({ ...weighted, items, invitations })
    for (const index of amounts.keys()) expect((await receive(id, index)).code).toBe(2000)
    await at(DUE)
    const entered = opened(amounts)
    const quotes = (entered.quotes as readonly Form[]).map((quote, index) => ({ ...quote, unitPrices: prices[index] }))
    const first = await step(id, 'openQuotes', { ...entered, quotes })
    expect([first.code, first.errors]).toEqual([2000, undefined])
    expect((await step(id, 'confirmQuotes', await again(amounts), desk.second)).code).toBe(2000)
    return id
  }
  const compared = (id: number, by: Client) => by.get<SelectionComparison>(`${SELECTIONS}${id}/comparison/`)
  const sheet = (qualities: readonly string[]): readonly Score[] =>
    qualities.map((quality, index) => score(vendors[index] ?? 0, quality))
  const submit = (id: number, by: Client | undefined, scores: readonly Score[]) =>
    (by ?? desk.officer).post(`${SELECTIONS}${id}/scores/`, { scores })

  it('50.10, E13 the price has 30 points at least, all come to 100, and a panel that scores or inquires is odd', async () => {
    const verdict = async (more: Form) => {
      const answer = await desk.officer.post<Row>(SELECTIONS, draft({ ...weighted, ...more }))
      return answer.errKey ?? answer.code
    }
    expect(await verdict({ priceWeight: 30, qualityWeight: 40 })).toBe(2000)
    expect(await verdict({ priceWeight: 29, qualityWeight: 41 })).toBe(4000)
    expect(await verdict({ priceWeight: null })).toBe(4000)
    expect(await verdict({ qualityWeight: 29 })).toBe('selection.weightsUneven')
    expect(await verdict({ qualityWeight: 31 })).toBe('selection.weightsUneven')
    const even = [...members, (await desk.office.as('pan42')).userId]
    expect(await verdict({ method: 'comparison', panel: even })).toBe('selection.panelEven')
    expect(await verdict({ scoring: 'lowest', method: 'inquiry', panel: even })).toBe('selection.panelEven')
    expect(await verdict({ scoring: 'lowest', method: 'comparison', panel: even })).toBe(2000)
    expect(await verdict({ method: 'comparison', panel: members.slice(1) })).toBe(4000)
  })

  it('E13 a member sees no other sheet before the last is in; then every sheet, and the quotes are ranked', async () => {
    const id = await openedSelection(['90000.00', '88000.00', '95000.00', '100000.01'])
    expect((await step(id, 'award')).errKey).toBe('selection.sheetsMissing')
    expect((await compared(id, desk.second)).data.quotes.map(({ rank }) => rank)).toEqual([null, null, null, null])
    expect((await submit(id, panel[0], sheet(['29.5', '19.7', '25.0']))).code).toBe(2000)
    // Replaced while others are missing.
    expect((await submit(id, panel[0], sheet(['30.0', '20.0', '25.0']))).code).toBe(2000)
    expect((await submit(id, panel[1], sheet(['29.0', '20.0', '25.0']))).code).toBe(2000)
    const seen = async (by: Client | undefined) => (await compared(id, by ?? desk.officer)).data.scoring
    expect(await seen(panel[0])).toMatchObject({ submitted: 2, members: 3, sheets: null, mayScore: true })
    expect((await seen(panel[0]))?.own?.map(({ quality }) => quality)).toEqual(['30.0', '20.0', '25.0'])
    for (const other of [panel[2], desk.second]) expect(await seen(other)).toMatchObject({ own: null, sheets: null })
    expect(await read(id)).toMatchObject({ sheets: 2, scoredAt: null })
    // Neither does who reads the operation log.
    const log = await (await desk.office.as('bao59')).get('/api/system/operation_log/export_data/')
    const logged = unzippedText(log.raw.rawPayload)
    expect([logged.includes(`${SELECTIONS}${id}/scores/`), logged.includes('19.7')]).toEqual([true, false])
    expect((await step(id, 'award')).errKey).toBe('selection.sheetsMissing')
    expect((await submit(id, panel[2], sheet(['28.0', '20.0', '25.0']))).code).toBe(2000)
    expect((await seen(desk.second))?.sheets?.map(({ scores }) => scores.map(({ quality }) => quality))).toEqual([
      ['30.0', '20.0', '25.0'],
      ['29.0', '20.0', '25.0'],
      ['28.0', '20.0', '25.0'],
    ])
    expect((await submit(id, panel[0], sheet(['1.0', '1.0', '1.0']))).errKey).toBe('selection.scoringClosed')
    const { quotes } = (await compared(id, desk.second)).data
    expect(quotes.map(({ rank, isCompliant, totalScore }) => [rank, isCompliant, totalScore])).toEqual([
      [1, true, '88.11'],
      [3, true, '80.00'],
      [2, true, '82.05'],
      [null, false, null],
    ])
    // The best is chosen, which is not the cheapest; another needs a reason.
    expect((await step(id, 'award', { vendorId: vendors[1] })).errKey).toBe('selection.firstMissing')
    expect((await step(id, 'award')).code).toBe(2000)
    expect(await read(id)).toMatchObject({ state: 'awarded', winnerVendorId: vendors[0], awardAmount: '90000.00' })
  })

  it('E13 scores stay within their points, for each vendor that can win, by members alone', async () => {
    const id = await openedSelection(['90000.00', '88000.00', '95000.00', '100000.01'])
    const full = sheet(['30', '30', '30'])
    expect((await submit(id, await desk.office.as('pan42'), full)).code).toBe(4004)
    expect((await submit(id, desk.second, full)).code).toBe(4004)
    const above = await submit(id, panel[1], sheet(['30', '30.1', '30']))
    expect([above.errKey, Object.keys(above.errors ?? {})]).toEqual(['selection.scoreTooHigh', ['scores.1.quality']])
    expect((await submit(id, panel[1], sheet(['30', '-1', '30']))).code).toBe(4000)
    expect((await submit(id, panel[1], sheet(['30', '1.25', '30']))).code).toBe(4000)
    expect((await submit(id, panel[1], full.slice(1))).errKey).toBe('selection.scoresIncomplete')
    expect((await submit(id, panel[1], [...full, score(vendors[3] ?? 0, '1')])).errKey).toBe(
      'selection.scoresIncomplete',
    )
    expect(
      (
        await submit(
          id,
          panel[1],
          full.map((one) => ({ ...one, vendorId: vendors[0] ?? 0 })),
        )
      ).errKey,
    ).toBe('selection.scoresIncomplete')
    expect((await panel[1]?.post(`${SELECTIONS}${id}/scores/`, {}))?.code).toBe(4000)
    expect((await submit(id, panel[1], full)).code).toBe(2000)
    const reviews = (await panel[1]?.get<readonly Row[]>(`${SELECTIONS}reviews/`))?.data
    expect(reviews?.find((review) => review.id === id)).toMatchObject({ hasSubmitted: true, isScored: false })
  })

  it('E13 two members hand in at once: both sheets count', async () => {
    const id = await openedSelection(['90000.00', '88000.00', '95000.00'])
    const answers = await Promise.all(panel.map((member) => submit(id, member, sheet(['20', '20', '20']))))
    expect(answers.map(({ code }) => code)).toEqual([2000, 2000, 2000])
    expect((await read(id)).scoredAt).not.toBeNull()
  })

  it('E13 a member is replaced one for one, with a reason, before their sheet is in, and the panel stays odd', async () => {
    const id = await openedSelection(['90000.00', '88000.00', '95000.00'])
    const [pan, ge] = [await desk.office.as('pan42'), await desk.office.as('ge43')]
    const change = async (more: Form, by = desk.second) =>
      (
        await step(
          id,
          'replaceMember',
          { memberId: members[2], successorId: pan.userId, cause: 'ill', reason: '因病住院，不能参加评审', ...more },
          by,
        )
      ).errKey
    expect(await change({ memberId: ge.userId })).toBe('selection.notOfPanel')
    expect(await change({ successorId: members[1] })).toBe('selection.inPanelAlready')
    expect(await change({ successorId: desk.second.userId })).toBe('selection.notOneself')
    // The officer of procurement stays on the panel.
    expect(
      (
        await step(
          id,
          'replaceMember',
          { memberId: members[0], successorId: pan.userId, cause: 'ill', reason: '因病住院，不能参加评审' },
          desk.second,
        )
      ).code,
    ).toBe(4000)
    for (const missing of ['memberId', 'successorId', 'cause', 'reason'])
      expect(
        (
          await step(
            id,
            'replaceMember',
            {
              memberId: members[2],
              successorId: pan.userId,
              cause: 'ill',
              reason: '因病住院，不能参加评审',
              [missing]: null,
            },
            desk.second,
          )
        ).code,
      ).toBe(4000)
    expect(await change({})).toBeUndefined()
    expect(await read(id)).toMatchObject({
      panel: [members[0], members[1], pan.userId],
      replacements: [{ memberId: members[2], successorId: pan.userId, cause: 'ill', isSheetSetAside: false }],
    })
    // Who left scores nothing and reads nothing; who came does both, and nobody comes back.
    expect((await submit(id, panel[2], sheet(['20', '20', '20']))).code).toBe(4004)
    expect((await compared(id, panel[2] ?? desk.officer)).code).toBe(4004)
    expect(await change({ memberId: members[1], successorId: members[2] })).toBe('selection.replacedBefore')
    expect((await submit(id, pan, sheet(['20', '20', '20']))).code).toBe(2000)
  })

  it('E13 a sheet stands unless its member has to withdraw; set aside it counts no longer, and shown sheets stay', async () => {
    const id = await openedSelection(['90000.00', '88000.00', '95000.00'])
    const pan = await desk.office.as('pan42')
    const change = async (cause: string) =>
      (
        await step(
          id,
          'replaceMember',
          { memberId: members[1], successorId: pan.userId, cause, reason: '与供应商法定代表人有亲属关系' },
          desk.second,
        )
      ).errKey
    expect((await submit(id, panel[1], sheet(['1.0', '30.0', '1.0']))).code).toBe(2000)
    for (const cause of ['ill', 'other']) expect(await change(cause)).toBe('selection.sheetStands')
    expect(await read(id)).toMatchObject({ sheets: 1 })
    expect(await change('conflict')).toBeUndefined()
    expect(await read(id)).toMatchObject({ sheets: 0, replacements: [{ isSheetSetAside: true }] })
    for (const member of [panel[0], pan, panel[2]])
      expect((await submit(id, member, sheet(['20', '10', '20']))).code).toBe(2000)
    const { scoring, quotes } = (await compared(id, desk.second)).data
    expect(scoring?.sheets).toHaveLength(3)
    // The sheet that was set aside had 30 points of quality for the second vendor.
    expect(quotes.map(({ panelScore }) => panelScore)).toEqual(['40.00', '30.00', '40.00'])
    expect(
      (
        await step(
          id,
          'replaceMember',
          {
            memberId: members[0],
            successorId: (await desk.office.as('ge43')).userId,
            cause: 'conflict',
            reason: '与供应商法定代表人有亲属关系',
          },
          desk.second,
        )
      ).code,
    ).not.toBe(2000)
  })

  it('PRC-43 nothing is scored with two quotes, before the opening, or where the lowest price decides', async () => {
    const few = await openedSelection(['90000.00', '88000.00'])
    expect((await submit(few, panel[0], sheet(['20', '20']))).errKey).toBe('procurement.quotesTooFew')
    await at(T0)
    const sealed = await invited(weighted)
    expect((await submit(sealed, panel[0], sheet(['20']))).errKey).toBe('selection.notScored')
    expect((await submit(await invited(), panel[0], sheet(['20']))).errKey).toBe('selection.notScored')
  })

  it('50.10 quotes stand side by side by line: the lowest is marked, and what is missing', async () => {
    const id = await openedSelection(['90000.00', '88000.00', '95000.00'], ['8500; 5000', '8500; -', '9000; 4000'])
    const { lines, quotes, absent } = (await compared(id, desk.second)).data
    expect(lines.map(({ name, prices, isLowest }) => [name, prices, isLowest])).toEqual([
      ['执法记录仪', ['8500.00', '8500.00', '9000.00'], [true, true, false]],
      ['采集站', ['5000.00', null, '4000.00'], [false, false, true]],
    ])
    expect(quotes.map(({ amount, isLowest, lineTotal }) => [amount, isLowest, lineTotal])).toEqual([
      ['90000.00', false, null],
      ['88000.00', true, null],
      ['95000.00', false, '94000.00'],
    ])
    expect(absent).toHaveLength(1)
    // The papers of the tests are the same file; nothing else is alike.
    expect((await compared(id, desk.second)).data.signs).toEqual([
      { kind: 'sameFile', vendors: quotes.map(({ vendor }) => vendor) },
    ])
    const { raw } = await desk.second.get(`${SELECTIONS}${id}/comparison_sheet/`)
    expect(isZip(raw.rawPayload)).toBe(true)
    const text = unzippedText(raw.rawPayload)
    for (const part of ['采集站', '未报', '95000', absent[0] ?? '-']) expect(text).toContain(part)
  })

  it('50.10 before the opening the comparison holds no quote, and only the panel and readers of the section see it', async () => {
    const id = await invited()
    for (const index of [0, 1, 2]) expect((await receive(id, index)).code).toBe(2000)
    expect((await compared(id, panel[1] ?? desk.officer)).data).toMatchObject({ quotes: [], absent: [], scoring: null })
    expect((await compared(id, await desk.office.as('pan42'))).code).toBe(4004)
    expect((await compared(999_999, desk.officer)).code).toBe(4004)
  })
})
