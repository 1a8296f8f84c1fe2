/** The place in which a backup is tried and which is gone afterwards, also after a crash (BKP-03, 90 B B3). */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withScratch } from '#src/server/backups/scratch.ts'
import { FolderLockedError } from '#src/server/database/lock.ts'
import { engines } from '#tests/harness/engines.ts'

const SCRATCH = "select datname from pg_database where datname like 'bureau_verify_%'"

describe.each(engines)('a scratch place on %s', (engine) => {
  const url = engine === 'embedded' ? null : (process.env.TEST_POSTGRES_URL ?? null)
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'scratch-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  async function ask(text: string): Promise<readonly unknown[]> {
    const client = new pg.Client({ connectionString: url ?? '' })
    await client.connect()
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  /** What is left of a trial: names in the data folder, and scratch databases. */
  const left = async (): Promise<readonly unknown[]> => [
    ...['verify', 'verify.lock'].filter((name) => existsSync(join(dataDir, name))),
    ...(url === null ? [] : await ask(SCRATCH)),
  ]

  it('lends an empty database of the same engine and a folder, and leaves neither behind', async () => {
    const kind = await withScratch(url, dataDir, async (database, folder) => {
      expect(folder).toBe(join(dataDir, 'verify'))
      await database.pool.query('create table trial (id int)')
      expect((await database.pool.query('select count(*)::int as n from trial')).rows).toEqual([{ n: 0 }])
      return database.kind
    })
    expect(kind).toBe(engine === 'embedded' ? 'embedded' : 'postgres')
    expect(await left()).toEqual([])
  })

  it('leaves nothing behind when the trial fails, and says why it failed', async () => {
    const failing = withScratch(url, dataDir, () => Promise.reject(new Error('the backup is truncated')))
    await expect(failing).rejects.toThrow('the backup is truncated')
    expect(await left()).toEqual([])
  })

  it('refuses a second trial while one runs', async () => {
    await withScratch(url, dataDir, async () => {
      await expect(withScratch(url, dataDir, async () => undefined)).rejects.toThrow(FolderLockedError)
    })
    expect(await left()).toEqual([])
  })

  it('takes away what a trial left that was killed', async () => {
    mkdirSync(join(dataDir, 'verify/files'), { recursive: true })
    writeFileSync(join(dataDir, 'verify/files/half'), 'half a file')
    const dead = { pid: 2 ** 22 - 1, started: null, token: 'dead' }
    writeFileSync(join(dataDir, 'verify.lock'), JSON.stringify({ ...dead, host: (await import('node:os')).hostname() }))
    if (url !== null) await ask('create database bureau_verify_0123456789ab')
    await withScratch(url, dataDir, async (_database, folder) => {
      expect(existsSync(join(folder, 'files'))).toBe(false)
    })
    expect(await left()).toEqual([])
  })
})
