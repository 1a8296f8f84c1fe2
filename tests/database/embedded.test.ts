import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRefusedStart } from '#src/server/app/startRefusal.ts'
import { connect } from '#src/server/database/connect.ts'
import { EmbeddedEngine } from '#src/server/database/embedded/embedded.ts'
import { FolderLockedError } from '#src/server/database/lock.ts'
import { maintain, quietOf } from '#src/server/database/maintenance.ts'
import { listen } from '#src/server/database/notify.ts'
import { isAway } from '#src/server/database/pool.ts'
import { projectRoot } from '#src/server/database/root.ts'
import { bundle, type Program } from '#tests/harness/child.ts'
import { createDatabase } from '#tests/harness/engines.ts'

describe('a damaged folder of the embedded database', () => {
  const root = mkdtempSync(join(tmpdir(), 'damaged-'))
  const sound = join(root, 'sound')
  beforeAll(async () => {
    const database = await connect({ dataDir: sound })
    await database.pool.query('create table kept (id integer)')
    await database.close()
  })
  afterAll(() => rmSync(root, { recursive: true }))

  /** A copy of which something is missing. */
  function damaged(name: string, damage: (folder: string) => void): string {
    const folder = join(root, name)
    cpSync(sound, folder, { recursive: true })
    damage(folder)
    return folder
  }
  const advice = (folder: string): string =>
    `restore a backup: move ${folder} away, then run "npm run restore -- FILE" (docs/operations.md, "A damaged embedded database")`

  it('without PG_VERSION is recognised at once and left as it is', async () => {
    const folder = damaged('version', (path) => rmSync(join(path, 'PG_VERSION')))
    const before = readdirSync(root).sort()
    const from = performance.now()
    const opening = connect({ dataDir: folder })
    await expect(opening).rejects.toThrow(
      `the embedded database in ${folder} is damaged, its file PG_VERSION is missing; ${advice(folder)}`,
    )
    await expect(opening).rejects.toSatisfy(isRefusedStart)
    expect(performance.now() - from).toBeLessThan(1_000)
    expect(readdirSync(root).sort()).toEqual(before)
  })

  it.each<[string, (folder: string) => void, string]>([
    [
      'control file',
      (path) => rmSync(join(path, 'global/pg_control')),
      'could not open file "global/pg_control": No such file or directory',
    ],
    [
      'log',
      (path) => rmSync(join(path, 'pg_wal'), { recursive: true }),
      'required WAL directory "pg_wal" does not exist',
    ],
    [
      'tables',
      (path) => rmSync(join(path, 'base'), { recursive: true }),
      'database "postgres" does not exist The database subdirectory "base/5" is missing.',
    ],
    [
      'configuration',
      (path) => rmSync(join(path, 'postgresql.conf')),
      'could not access the server configuration file "/pglite/data/postgresql.conf": No such file or directory',
    ],
  ])('without its %s says what failed and what to do', async (name, damage, reason) => {
    const folder = damaged(name, damage)
    const opening = connect({ dataDir: folder })
    await expect(opening).rejects.toThrow(
      `the embedded database in ${folder} does not open: ${reason}; ${advice(folder)}`,
    )
    await expect(opening).rejects.toSatisfy(isRefusedStart)
  })

  it('has the advice of docs/operations.md, with its command', () => {
    const operations = readFileSync(join(projectRoot(), 'docs/operations.md'), 'utf8')
    expect(operations).toContain('## A damaged embedded database')
    expect(operations).toContain('npm run restore -- ')
  })
})

describe('the embedded database in a folder', () => {
  let root: string
  let dataDir: string
  let writer: Program

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'embedded-'))
    dataDir = join(root, 'database')
    writer = await bundle('tests/database/writer.ts')
    await (await connect({ dataDir })).close()
  })
  afterAll(() => {
    writer.remove()
    rmSync(root, { recursive: true })
  })

  it('is created whole and leaves neither a lock nor a draft behind', () => {
    expect(readdirSync(root)).toEqual(['database'])
    expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true)
  })

  it('flushes every commit to the disk before it acknowledges it', async () => {
    const onError = (error: Error) => expect.unreachable(error.message)
    const engine = await EmbeddedEngine.open({
      dataDir,
      template: null,
      timeZone: 'UTC',
      statementTimeout: 30_000,
      idleTransactionTimeout: 10_000,
      onError,
    })
    const pool = new pg.Pool({ stream: () => engine.connect(), max: 1, ssl: false, user: 'postgres', host: 'embedded' })
    onTestFinished(async () => {
      await pool.end()
      await engine.close()
    })
    await pool.query('create table if not exists flushed (id integer)')
    const before = await engine.fsyncs()
    for (let id = 0; id < 50; id += 1) {
      await pool.query('insert into flushed values ($1)', [id])
    }
    expect((await engine.fsyncs()) - before).toBeGreaterThanOrEqual(50)
  })

  it('refuses a second opener while the first lives, and not after it closed', async () => {
    const first = await connect({ dataDir })
    await expect(connect({ dataDir })).rejects.toThrow(FolderLockedError)
    await expect(connect({ dataDir: join(root, '.', 'database') })).rejects.toThrow(/in use by process \d+/)
    await first.close()
    await (await connect({ dataDir })).close()
  })

  it('keeps every acknowledged row through three kills, and takes the lock over each time', async () => {
    const acknowledged: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const child = writer.run(dataDir)
      const ended = once(child, 'exit')
      const wanted = acknowledged.length + 20
      for await (const line of createInterface({ input: child.stdout ?? process.stdin })) {
        acknowledged.push(Number(line))
        if (acknowledged.length === wanted) {
          await expect(connect({ dataDir })).rejects.toThrow(FolderLockedError)
          child.kill('SIGKILL')
        }
      }
      expect(await ended).toEqual([null, 'SIGKILL'])
      const database = await connect({ dataDir })
      const { rows } = await database.pool.query<{ id: number }>('select id from mark')
      await database.close()
      const kept = new Set(rows.map((row) => row.id))
      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    }
    expect(new Set(acknowledged).size).toBe(acknowledged.length)
  })

  it('stops a statement that runs too long, loses nothing, and goes on', async () => {
    const database = await connect({ dataDir, statementTimeout: 1_000 })
    onTestFinished(() => database.close())
    await database.pool.query('create table kept (id integer)')
    await database.pool.query('insert into kept values (1)')
    const endless = database.pool.query(
      'with recursive n as (select 1 as i union all select i + 1 from n) select max(i) from n',
    )
    await expect(endless).rejects.toMatchObject({ code: '57014' })
    const { rows } = await database.pool.query('select id from kept')
    expect(rows).toEqual([{ id: 1 }])
  })

  it('whose engine ends in a PANIC, as on a full disk, says so at once, starts anew and has lost nothing', async () => {
    const onError = vi.fn()
    const database = await connect({ dataDir, onError })
    onTestFinished(() => database.close())
    await database.pool.query('create table outlasting (id integer)')
    await database.pool.query('insert into outlasting values (1)')
    // No checkpoint can write its file where a folder stands, which the engine takes as it takes a full disk.
    const obstacle = join(dataDir, 'pg_logical/replorigin_checkpoint.tmp')
    mkdirSync(obstacle)
    const others = [1, 2, 3].map(() => database.pool.query('select count(*)::int as n from outlasting'))
    await expect(database.pool.query('checkpoint')).rejects.toMatchObject({ severity: 'PANIC' })
    rmdirSync(obstacle)
    expect((await Promise.all(others)).map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 1 }], [{ n: 1 }]])
    expect((await database.pool.query('select count(*)::int as n from outlasting')).rows).toEqual([{ n: 1 }])
    await database.pool.query('checkpoint')
    expect(onError).toHaveBeenCalled()
  })

  it('that does not start again is tried again, and nobody waits for it meanwhile', async () => {
    const database = await connect({ dataDir, onError: () => undefined })
    onTestFinished(() => database.close())
    const obstacle = join(dataDir, 'pg_logical/replorigin_checkpoint.tmp')
    const [away, kept] = [join(dataDir, 'global/pg_control'), join(root, 'pg_control')]
    mkdirSync(obstacle)
    renameSync(away, kept)
    await expect(database.pool.query('checkpoint')).rejects.toMatchObject({ severity: 'PANIC' })
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => database.pool.query('select 1')))
    expect(answers.map((answer) => answer.status === 'rejected' && isAway(answer.reason))).toEqual(
      Array.from({ length: 20 }, () => true),
    )
    renameSync(kept, away)
    rmdirSync(obstacle)
    await vi.waitFor(() => database.pool.query('select 1'), { timeout: 10_000 })
  })

  it('lets a statement take its time where the work is known to be long', async () => {
    const database = await connect({ dataDir, statementTimeout: 300 })
    onTestFinished(() => database.close())
    await database.unhurried(() => database.pool.query('select pg_sleep(1)'))
    await expect(database.pool.query('select pg_sleep(1)')).rejects.toMatchObject({ code: '57014' })
  })

  /** Maintenance on a clock of the test: what is asked of the database when it is quiet, or busy, or full of log. */
  async function maintained(answers: { isQuiet: boolean; bytes: number; changed: string[] }) {
    const statements: string[] = []
    const pool = {
      query: async (text: string) => {
        if (/^(checkpoint|vacuum)/.test(text)) statements.push(text)
        if (text === 'checkpoint') answers.bytes = 200
        if (text.includes('pg_control_checkpoint')) return { rows: [{ bytes: answers.bytes }] }
        return { rows: text.includes('pg_stat_user_tables') ? answers.changed.map((name) => ({ name })) : [] }
      },
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const stop = maintain(
      pool,
      () => answers.isQuiet,
      (error) => expect.unreachable(error.message),
    )
    return {
      stop,
      pass: async (seconds: number) => {
        await vi.advanceTimersByTimeAsync(seconds * 1_000)
        return statements.splice(0)
      },
    }
  }

  it('is checkpointed a minute after the last time as soon as nobody works, and not where nothing was written', async () => {
    const answers = { isQuiet: true, bytes: 1_000_000, changed: [] }
    const { stop, pass } = await maintained(answers)
    expect(await pass(59)).toEqual([])
    expect(await pass(2)).toEqual(['checkpoint'])
    expect(await pass(200)).toEqual([])
    answers.bytes = 1_000_000
    answers.isQuiet = false
    expect(await pass(600)).toEqual([])
    answers.isQuiet = true
    expect(await pass(1)).toEqual(['checkpoint'])
    answers.bytes = 1_000_000
    await stop()
    expect(await pass(600)).toEqual([])
  })

  it('is checkpointed although people work once its log has grown to 64 MB', async () => {
    const answers = { isQuiet: false, bytes: 60_000_000, changed: [] }
    const { stop, pass } = await maintained(answers)
    expect(await pass(300)).toEqual([])
    answers.bytes = 70_000_000
    expect(await pass(11)).toEqual(['checkpoint'])
    expect(await pass(300)).toEqual([])
    await stop()
  })

  it('is vacuumed every half hour, table by table, only while nobody works', async () => {
    const answers = { isQuiet: false, bytes: 0, changed: ['notice', '"Odd name"'] }
    const { stop, pass } = await maintained(answers)
    expect(await pass(1_900)).toEqual([])
    answers.isQuiet = true
    answers.changed = []
    // The first moment is for the log.
    expect(await pass(2)).toEqual(['vacuum (analyze) notice'])
    expect(await pass(1)).toEqual(['vacuum (analyze) "Odd name"'])
    expect(await pass(1_700)).toEqual([])
    await stop()
  })

  it('finds the tables that changed, and how much log there is, for its maintenance', async () => {
    const database = await createDatabase('embedded')
    onTestFinished(() => database.close())
    await database.pool.query('create table untouched (id integer)')
    await database.pool.query('create table "Odd name" (id integer)')
    await database.pool.query('insert into "Odd name" select generate_series(1, 500)')
    await database.pool.query('delete from "Odd name"')
    const statements: string[] = []
    const pool = {
      query: (text: string) => {
        statements.push(text)
        return database.pool.query<{ name?: unknown; bytes?: unknown }>(text)
      },
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const isQuiet = quietOf(database.pool)
    vi.advanceTimersByTime(1_000)
    expect(isQuiet()).toBe(true)
    const busy = database.pool.query('select 1')
    expect(isQuiet()).toBe(false)
    await busy
    expect(isQuiet()).toBe(false)
    const stop = maintain(
      pool,
      () => true,
      (error) => expect.unreachable(error.message),
    )
    const upTo = async (text: string): Promise<void> => {
      await vi.waitFor(
        () => {
          vi.advanceTimersByTime(1_000)
          expect(statements).toContain(text)
        },
        { timeout: 20_000 },
      )
    }
    vi.advanceTimersByTime(60_000)
    await upTo('checkpoint')
    vi.advanceTimersByTime(30 * 60_000)
    await upTo('vacuum (analyze) "Odd name"')
    await stop()
    expect(statements.filter((text) => text.startsWith('vacuum'))).toEqual(['vacuum (analyze) "Odd name"'])
  })

  it('does not stall the process while a heavy query runs', async () => {
    const database = await connect({ dataDir })
    onTestFinished(() => database.close())
    let turns = 0
    const heart = setInterval(() => {
      turns += 1
    }, 5)
    await database.pool.query('select sum(n) from generate_series(1, 3000000) as n')
    clearInterval(heart)
    expect(turns).toBeGreaterThan(10)
  })

  it('hears notifications again after the worker had to be restarted', async () => {
    const database = await connect({ dataDir, statementTimeout: 1_000 })
    onTestFinished(() => database.close())
    const resynced = new Promise<void>((resolve) => {
      void listen(database, 'restart', () => undefined, resolve)
    })
    const heard = new Promise<string>((resolve) => {
      void listen(database, 'restart', resolve, () => undefined)
    })
    await expect(database.pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' })
    await database.pool.query(`select pg_notify('restart', '7')`)
    await resynced
    expect(await heard).toBe('7')
  })
})
