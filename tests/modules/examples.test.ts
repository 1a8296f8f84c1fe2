/** The example table (10.7). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DEMO_ROWS, firstRows } from '#src/modules/examples/rows/first-rows-seed.server.ts'
import { resetRows } from '#src/modules/examples/rows/rows.server.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'

const PATH = '/api/system/demo_row/'

interface Row {
  readonly id: number
  readonly place: number
  readonly name: string
  readonly amount: string
  readonly state: string
  readonly remark: string | null
  readonly version: number
}

describe.each(oneEngine)('example rows on %s', (engine) => {
  let app: TestApp
  let admin: Client
  beforeAll(async () => {
    app = await startApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    app.clock.set(T0)
    admin = await app.as('fang54')
    await write(app.services, resetRows)
  })

  const list = async (query: Record<string, string> = {}): Promise<readonly Row[]> =>
    (await admin.get<readonly Row[]>(PATH, { query: { limit: '100', ...query } })).data
  const rowAt = async (index: number): Promise<Row> => (await list())[index] as Row
  const edit = ({ id, amount, state, remark, version }: Row, change: object) =>
    admin.put<Row>(`${PATH}${id}/`, { amount, state, remark, version, ...change })

  it('DTD-01 keeps an edit, and puts every row back to its first values every night', async () => {
    const row = await rowAt(3)
    const first = firstRows()[3]
    await enlist(app.services, dutiesOf(app.services))
    expect((await edit(row, { amount: '12.34', state: 'done', remark: '改过' })).code).toBe(2000)
    expect(await rowAt(3)).toMatchObject({ amount: '12.34', state: 'done', remark: '改过' })
    app.clock.set(new Date(T0.getTime() + 86_400_000))
    expect(await runDueJobs(app.services)).toContain('demoRow.reset')
    admin = await app.as('fang54')
    expect(await rowAt(3)).toMatchObject({ id: row.id, amount: first?.amount, state: first?.state, remark: null })
  })

  it('DTD-01 makes rows that are missing again, so that there are 200', async () => {
    await sql`delete from demo_row where place > 150`.execute(app.database.db)
    await write(app.services, resetRows)
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from demo_row`.execute(app.database.db)
    expect(rows[0]?.n).toBe(DEMO_ROWS)
  })

  it.each([
    ['0', 2000],
    ['-0.01', 4000],
    ['999999.99', 2000],
    ['1000000.00', 4000],
  ])('takes an amount of %s with code %s', async (amount, code) => {
    expect((await edit(await rowAt(0), { amount })).code).toBe(code)
  })

  it('refuses the later of two edits of one row', async () => {
    const row = await rowAt(1)
    expect((await edit(row, { remark: '先' })).code).toBe(2000)
    expect(await edit(row, { remark: '后' })).toMatchObject({ errKey: 'version.conflict' })
    expect((await rowAt(1)).remark).toBe('先')
  })

  it('moves a row before another and to the end, and keeps all places different', async () => {
    const [first, second, third] = (await list()) as [Row, Row, Row]
    expect((await admin.post(`${PATH}move/`, { id: third.id, before: first.id })).code).toBe(2000)
    expect((await list()).slice(0, 3).map(({ id }) => id)).toEqual([third.id, first.id, second.id])
    expect((await admin.post(`${PATH}move/`, { id: third.id, before: null })).code).toBe(2000)
    const last = (await list({ page: '2' })).at(-1)
    expect(last).toMatchObject({ id: third.id, place: DEMO_ROWS })
    expect((await admin.post(`${PATH}move/`, { id: first.id, before: first.id })).code).toBe(4000)
    expect((await admin.post(`${PATH}move/`, { id: 999_999_999, before: null })).code).toBe(4000)
  })

  it('adds up all rows that match, not only those of the page', async () => {
    const { data } = await admin.get<{ bars: readonly { value: number }[] }>(`${PATH}chart/`, {
      query: { chart: 'amounts', state: 'done' },
    })
    const cents = firstRows()
      .filter(({ state }) => state === 'done')
      .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0)
    expect(Math.round(data.bars.reduce((sum, { value }) => sum + value, 0) * 100)).toBe(cents)
  })

  it('is closed to whoever is no administrator', async () => {
    const other = await app.as('pan42')
    const { id } = await rowAt(0)
    expect((await other.get(PATH)).code).toBe(4003)
    expect((await other.post(`${PATH}reset/`, {})).code).toBe(4003)
    expect((await other.post(`${PATH}move/`, { id, before: null })).code).toBe(4003)
  })
})
