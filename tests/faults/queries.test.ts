/** One query in twenty fails, with what PostgreSQL says in its worst hours: everybody repeats what was not answered, and in the end every decision was made once. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '#tests/harness/app.ts'
import { engines } from '#tests/harness/engines.ts'
import { type Bureau, openBureau } from '#tests/infrastructure/node.ts'
import { check } from './check.ts'
import { firstLine, startLoad } from './load.ts'

const WORKERS = 4
const DECISIONS = 120
const ONE_IN = 20
/** Statement timeout, serialization failure, deadlock, disk full, and the connection ended by an administrator. */
const codes = ['57014', '40001', '40P01', '53100', '57P01'] as const

describe.each(engines)('queries that fail on %s', (engine) => {
  const { query } = pg.Client.prototype
  const failed = new Map<string, number>()
  let bureau: Bureau
  beforeAll(async () => {
    bureau = await openBureau(engine)
  })
  afterAll(async () => {
    pg.Client.prototype.query = query
    await bureau.close()
  })

  /** The database itself is asked to fail, so that its transaction is as broken as ours. */
  function spoil(): void {
    let asked = 0
    pg.Client.prototype.query = function spoilt(this: pg.Client, ...given: unknown[]) {
      const [asking] = given
      asked += 1
      if (!(asking instanceof pg.Query) || asked % ONE_IN !== 0) return Reflect.apply(query, this, given)
      // Its text is its own, though the types do not tell.
      if ('text' in asking && asking.text !== 'rollback') {
        const code = codes[(asked / ONE_IN) % codes.length] ?? codes[0]
        failed.set(code, (failed.get(code) ?? 0) + 1)
        const text = `do $$ begin raise exception 'spoilt' using errcode = '${code}'; end $$`
        Object.assign(asking, { text, values: [], name: undefined })
      }
      return Reflect.apply(query, this, given)
    } as typeof query
  }

  it('leave every acknowledged decision there, none twice, and say nothing but that it could not be done', async () => {
    const line = await firstLine(bureau.url)
    const load = await startLoad(bureau.url, line, WORKERS, [503, 500])
    spoil()
    await load.progress(DECISIONS)
    pg.Client.prototype.query = query
    await load.end()
    expect(load.wrong).toEqual([])
    expect(load.repeated()).toBeGreaterThan(0)
    expect([...failed.keys()].toSorted()).toEqual([...codes].toSorted())
    await check(await startApp({ engine, database: bureau.database }), load.acknowledged, [
      ...new Set(load.acknowledged.map(({ ticketId }) => ticketId)),
    ])
  })
})
