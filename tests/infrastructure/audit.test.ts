/** What the audit finds of somebody who has the database and not the key (SYS-134). */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Executor } from '#src/define/server.ts'
import { readEnvironment } from '#src/server/app/environment.ts'
import { startServer } from '#src/server/app/start.ts'
import { audit, keepHeads, watchTails } from '#src/server/audit/audit.ts'
import { runAudit, SOUND, TAMPERED, UNCHECKED } from '#src/server/audit/command.ts'
import { assertCopied, type Heads, headsForCopy } from '#src/server/audit/heads.ts'
import { createAuditKeys } from '#src/server/audit/keys.ts'
import { auditedLogs } from '#src/server/audit/logs.ts'
import { sealLogs } from '#src/server/audit/seals.ts'
import { type Finding, verifyLog } from '#src/server/audit/verify.ts'
import { connect } from '#src/server/database/connect.ts'
import { exportArchive, importArchive } from '#src/server/database/transfer/transfer.ts'
import { canonical } from '#src/server/tickets/log/canonical.ts'
import { readLog, replayCheck } from '#src/server/tickets/log/replayCheck.ts'
import { engineOf } from '#src/server/tickets/versions/engine.ts'
import { read } from '#src/server/work.ts'
import { quietBureau, startApp, T0, type TestApp } from '#tests/harness/app.ts'
import { createDatabase, engines, oneEngine } from '#tests/harness/engines.ts'
import { migratedDatabase } from '#tests/harness/migrated.ts'
import { submit } from '#tests/harness/tickets.ts'

const KEY = 'an audit key that only the tests know'
const keys = createAuditKeys([KEY])
const form = { reason: '会议室设备故障', bizType: 'IT', content: '三楼会议室投影仪无法开机，请派人检查。' }
const plainHash = (value: unknown): string => createHash('sha256').update(canonical(value)).digest('hex')

describe.each(oneEngine)('somebody who has the database and not the key, on %s', (engine) => {
  let app: TestApp
  let auditDir: string
  let kept = ''
  beforeAll(async () => {
    auditDir = mkdtempSync(join(tmpdir(), 'heads-'))
    app = await startApp({ engine, bureau: 'quiet' })
    for (let count = 0; count < 3; count += 1) await submit(await app.as('pan42'), 'otherBusiness', form)
    await app.guest.post('/api/login/', { username: 'pan42', password: 'Wrong#00000' })
    kept = await keepHeads(app.services, auditDir, kept)
  })
  afterAll(async () => {
    await app.close()
    rmSync(auditDir, { recursive: true })
  })

  const findings = async () => (await audit(app.database.db, keys, { dataDir: auditDir, auditDir })).findings
  /** Rolled back by the caller: what an owner of the tables can do. */
  const tampering = async (
    work: (run: (text: string) => Promise<unknown>) => Promise<void>,
  ): Promise<readonly Finding[]> => {
    const undone = new Error('undone')
    let found: readonly Finding[] = []
    await app.database.db
      .transaction()
      .execute(async (db) => {
        const run = (text: string) => sql.raw(text).execute(db)
        for (const table of ['operation_log', 'ticket_event', 'audit_seal'])
          await run(`alter table ${table} disable trigger user`)
        await work(run)
        found = (await audit(db, keys, { dataDir: auditDir, auditDir })).findings
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    return found
  }

  it('SYS-134 finds nothing in logs that nobody touched', async () => {
    expect(await findings()).toEqual([])
  })

  it('SYS-134 finds a row of the operation log that was rewritten with recomputed hashes', async () => {
    const found = await tampering(async (run) => {
      await run(`update operation_log set user_id = 1, key_id = null, mac = null, prev_hash = '', hash = '${'0'.repeat(64)}'
        where id = (select max(id) from operation_log)`)
      await run(`update operation_log set hash = '${plainHash('whatever it says now')}' where mac is null`)
    })
    expect(found).toMatchObject([{ log: 'operation_log', kind: 'unsigned' }])
  })

  it('SYS-134 finds an event of a ticket that was rewritten with recomputed hashes of the whole ticket', async () => {
    const found = await tampering(async (run) => {
      await run(`update ticket_event set comment = 'never said', key_id = null
        where ticket_id = (select max(ticket_id) from ticket_event where key_id is not null)`)
    })
    expect(new Set(found.map(({ log, kind }) => `${log} ${kind}`))).toEqual(new Set(['ticket_event unsigned']))
  })

  it('SYS-134 finds a row whose signature was taken from another row', async () => {
    const found = await tampering(async (run) => {
      await run(`update operation_log set mac = (select mac from operation_log order by id limit 1)
        where id = (select max(id) from operation_log)`)
    })
    expect(found).toMatchObject([{ log: 'operation_log', kind: 'changed' }])
  })

  it('SYS-134 finds the end of a ticket that was cut off, with its ticket put back', async () => {
    const found = await tampering(async (run) => {
      await run(`delete from ticket_event where id = (select max(id) from ticket_event)`)
    })
    expect(found).toMatchObject([{ log: 'ticket_event', kind: 'missing' }])
  })

  it('SYS-134 finds an end that was cut off together with its seals', async () => {
    const found = await tampering(async (run) => {
      await run('delete from audit_seal where no > 1')
      await run('delete from operation_log')
    })
    expect(found).toContainEqual(expect.objectContaining({ log: 'operation_log', kind: 'head' }))
    expect(found).not.toContainEqual(expect.objectContaining({ log: 'operation_log', kind: 'missing' }))
  })

  it('SYS-134 finds the newest rows cut off before they were sealed', async () => {
    const pan = await app.as('pan42')
    // The same fault is counted in one row for a day, so that it is not sealed for as long.
    for (const message of ['first', 'second'])
      expect(
        (
          await pan.post('/api/system/log/frontendLog/', {
            level: 'error',
            page: '/home',
            message,
            stack: '',
            version: '1',
          })
        ).code,
      ).toBe(2000)
    kept = await keepHeads(app.services, auditDir, kept)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from frontend_log where id > (select max(to_id) from audit_seal where log = 'frontend_log')`.execute(
      app.database.db,
    )
    expect(rows[0]?.n).toBeGreaterThan(1)
    expect(await findings()).toEqual([])
    const found = await tampering(async (run) => {
      await run('alter table frontend_log disable trigger user')
      await run('delete from frontend_log where id = (select max(id) from frontend_log)')
    })
    expect(found).toEqual([expect.objectContaining({ log: 'frontend_log', kind: 'head' })])
  })

  it('SYS-134 finds rows cut off between two heads, by the looks in between', async () => {
    const errors: unknown[] = []
    const log = { error: (...line: unknown[]) => void errors.push(line) }
    const look = (db: Executor, before: Heads | null) =>
      watchTails({ db, keys, auditDir: lateDir, log }, app.clock.now(), before)
    const lateDir = mkdtempSync(join(tmpdir(), 'heads-'))
    await submit(await app.as('pan42'), 'otherBusiness', form)
    const before = await look(app.database.db, await look(app.database.db, null))
    expect(errors).toEqual([])
    let found: readonly Finding[] = []
    const undone = new Error('undone')
    await app.database.db
      .transaction()
      .execute(async (db) => {
        await sql.raw('alter table operation_log disable trigger user').execute(db)
        await sql.raw('delete from operation_log where id = (select max(id) from operation_log)').execute(db)
        await look(db, before)
        found = (await audit(db, keys, { dataDir: lateDir, auditDir: lateDir })).findings
        throw undone
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error
      })
    expect(errors).toHaveLength(1)
    expect(found).toEqual([expect.objectContaining({ log: 'operation_log', kind: 'head' })])
    rmSync(lateDir, { recursive: true })
  })

  it('SYS-134 finds a seal that was changed, one that is missing, and a row that was put under them', async () => {
    expect(
      await tampering((run) =>
        run('update audit_seal set rows = rows + 1, total = total + 1 where no = 2').then(() => undefined),
      ),
    ).toContainEqual(expect.objectContaining({ kind: 'seal', detail: 'seal 2 was changed' }))
    expect(await tampering((run) => run(`delete from audit_seal where no = 1`).then(() => undefined))).toContainEqual(
      expect.objectContaining({ kind: 'seal', detail: 'seal 1 is missing' }),
    )
    const added = await tampering(async (run) => {
      await run(
        `insert into login_log (id, username, success, reason, ip, agent, at) values (0, 'ghost', true, 'ok', '::1', '', now())`,
      )
    })
    expect(added).toContainEqual(expect.objectContaining({ log: 'login_log', kind: 'added' }))
  })

  it('SYS-134 finds a head that was changed, and folders of heads that were emptied', async () => {
    const [name] = readdirSync(auditDir)
    const file = join(auditDir, name!)
    const content = readFileSync(file, 'utf8')
    writeFileSync(file, content.replace('"no":2', '"no":1'))
    expect(await findings()).toMatchObject([{ kind: 'head', detail: expect.stringContaining('a head was changed') }])
    writeFileSync(file, '')
    expect(await findings()).toMatchObject([{ kind: 'head', detail: expect.stringContaining('no head is kept') }])
    // Half a line, as a crash leaves it, says nothing.
    writeFileSync(file, `${content}${content.slice(0, 40)}`)
    expect(await findings()).toEqual([])
    writeFileSync(file, content)
  })

  it('SYS-134 seals with a new key what an old one sealed before, and says which key is missing', async () => {
    const rotated = createAuditKeys(['a newer key of the audit logs, long enough', KEY])
    expect((await audit(app.database.db, rotated, { dataDir: auditDir, auditDir })).findings).toEqual([])
    const lost = createAuditKeys(['a newer key of the audit logs, long enough'])
    const { findings: unknown } = await audit(app.database.db, lost, { dataDir: auditDir, auditDir: null })
    expect(new Set(unknown.map(({ kind }) => kind))).toEqual(new Set(['key']))
  })

  it('SYS-134 the replay of a ticket finds that its whole log was rewritten with plain hashes', async () => {
    const { db } = app.database
    const { rows: last } = await sql<{ id: number }>`select max(ticket_id) as id from ticket_event`.execute(db)
    const id = last[0]?.id ?? 0
    const faults = () => read(app.services, (unit) => replayCheck(engineOf(app.services), unit, id))
    expect(await faults()).toEqual([])
    await sql`alter table ticket_event disable trigger user`.execute(db)
    let prevHash = ''
    for (const { hash: _, keyId: __, ...row } of await readLog(db, id)) {
      const hash = plainHash({ ticketId: id, ...row, comment: row.comment, prevHash })
      await sql`
        update ticket_event set key_id = null, prev_hash = ${prevHash}, hash = ${hash} where ticket_id = ${id} and seq = ${row.seq}`.execute(
        db,
      )
      prevHash = hash
    }
    await sql`update ticket set last_hash = ${prevHash} where id = ${id}`.execute(db)
    expect(await faults()).toEqual(['event 1 is not signed', 'event 2 is not signed'])
  })

  it('SYS-134 covers rows from before there was a key from the first start on, and no later row without one', async () => {
    const old = await startApp({ engine, bureau: 'quiet' })
    try {
      const { db } = old.database
      // As the release before left them.
      for (const table of ['operation_log', 'ticket_event', 'audit_seal'])
        await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
      await sql`
        insert into operation_log (user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, at, prev_hash, hash)
        values (1, 'system', 'POST', '/api/old/', 200, 2000, 5, '10.0.0.1', 'x', 'r', timestamptz '2026-01-01T00:00:00Z', '', ${plainHash(
          {
            ...{
              userId: 1,
              module: 'system',
              method: 'POST',
              path: '/api/old/',
              status: 200,
              code: 2000,
              durationMs: 5,
            },
            ...{
              ip: '10.0.0.1',
              agent: 'x',
              requestId: 'r',
              request: null,
              at: '2026-01-01T00:00:00.000Z',
              prevHash: '',
            },
          },
        )})`.execute(db)
      await sealLogs(old.services)
      const [operations] = auditedLogs
      const found = async () => (await verifyLog(db, keys, operations!)).findings.map(({ kind }) => kind)
      expect(await found()).toEqual([])
      await sql`update operation_log set user_id = 2 where path = '/api/old/'`.execute(db)
      expect(await found()).toEqual(['changed'])
      await sql`update operation_log set user_id = 1 where path = '/api/old/'`.execute(db)
      await sql`
        insert into operation_log (user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, at, prev_hash, hash)
        select user_id, module, method, path, status, code, duration_ms, ip, agent, request_id, at, prev_hash, hash from operation_log`.execute(
        db,
      )
      expect(await found()).toEqual(['unsigned'])
    } finally {
      await old.close()
    }
  })
})

describe('an older copy', () => {
  it('SYS-134 is found when it is brought back, until an operator gives notice of the restore', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'restore-'))
    const [auditDir, image] = [join(folder, 'audit'), join(folder, 'image.tar')]
    const app = await startApp({ engine: 'embedded', bureau: 'quiet' })
    try {
      await submit(await app.as('pan42'), 'otherBusiness', form)
      let kept = await keepHeads(app.services, auditDir, '')
      await app.database.dump(image)
      await submit(await app.as('pan42'), 'otherBusiness', form)
      app.clock.advance(60_000)
      kept = await keepHeads(app.services, auditDir, kept)
    } finally {
      await app.close()
    }
    const copy = await connect({ template: image })
    try {
      const found = (await audit(copy.db, keys, { dataDir: folder, auditDir })).findings
      expect(found.map(({ log, kind }) => [log, kind])).toEqual(
        expect.arrayContaining([
          ['operation_log', 'head'],
          ['ticket_event', 'head'],
        ]),
      )
    } finally {
      await copy.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('SYS-134 is refused when its archive does not hold the end of the logs', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'copy-'))
    const file = join(folder, 'bureau.archive')
    const app = await startApp({ bureau: 'quiet' })
    const empty = () => createDatabase(oneEngine[0] ?? 'embedded', migratedDatabase)
    const whole = await empty()
    const cut = await empty()
    try {
      await submit(await app.as('pan42'), 'otherBusiness', form)
      await sealLogs(app.services)
      const head = (query: Parameters<typeof headsForCopy>[2]) => headsForCopy(keys, app.clock.now(), query)
      await exportArchive(app.database, file, head)
      const check = (audited: string | undefined, query: Parameters<typeof headsForCopy>[2]) =>
        assertCopied(keys, audited, query)
      await importArchive(whole, file, check)
      expect((await audit(whole.db, keys, { dataDir: folder, auditDir: null })).findings).toEqual([])

      const honest = await headsForCopy(
        keys,
        app.clock.now(),
        async (text) => (await app.database.pool.query(text)).rows,
      )
      await sql`alter table audit_seal disable trigger user`.execute(app.database.db)
      await sql`delete from audit_seal where log = 'operation_log' and no > 1`.execute(app.database.db)
      await exportArchive(app.database, file, async () => honest)
      await expect(importArchive(cut, file, check)).rejects.toThrow('operation_log does not end where it did')
      await exportArchive(app.database, file)
      await expect(importArchive(cut, file, check)).rejects.toThrow('does not say where its audit logs end')
    } finally {
      for (const database of [app, whole, cut]) await database.close()
      rmSync(folder, { recursive: true })
    }
  })
})

describe.each(engines)('npm run audit on %s', (engine) => {
  it('SYS-134 prints a verdict and exits with it: sound, tampered with, or not to be checked and why', {
    timeout: 120_000,
  }, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'audit-'))
    // It goes on from a bureau that is there: a first start would seed it once more.
    const bureau = await createDatabase(engine, quietBureau)
    const database = engine === 'postgres' ? bureau : null
    if (database === null) {
      const [image, folder] = [join(dataDir, 'image.tar'), join(dataDir, 'database')]
      await bureau.dump(image)
      await bureau.close()
      mkdirSync(folder)
      await promisify(execFile)('tar', ['-xf', image, '-C', folder])
    }
    const environment = readEnvironment({
      DATA_DIR: dataDir,
      PORT: '0',
      CAPTCHA: 'off',
      LOG_LEVEL: 'silent',
      TEST_NOW: T0.toISOString(),
      ...(database?.url && { DATABASE_URL: database.url, AUDIT_KEY: KEY }),
    })
    const said: string[] = []
    const run = (...given: string[]): Promise<number> => {
      said.length = 0
      return runAudit(environment, given, (line) => void said.push(line))
    }
    try {
      if (engine === 'embedded') {
        expect(await run()).toBe(UNCHECKED)
        expect(said.at(-1)).toContain('there is no key')
        writeFileSync(join(dataDir, 'audit.key'), KEY, { mode: 0o600 })
      }
      const server = await startServer(environment)
      await fetch(`${server.url}/api/login/`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      })
      // PostgreSQL serves both at once; the embedded database says what to do.
      const during = await run()
      expect([during, said.at(-1)]).toEqual(
        engine === 'postgres'
          ? [SOUND, expect.stringContaining('SOUND')]
          : [UNCHECKED, expect.stringContaining('stop the server')],
      )
      await server.close()
      expect(await run()).toBe(SOUND)
      expect(said.at(-1)).toContain('Verdict: SOUND')

      const open = () =>
        connect({ databaseUrl: environment.databaseUrl ?? undefined, dataDir: join(dataDir, 'database') })
      const attacked = await open()
      await sql`alter table operation_log disable trigger user`.execute(attacked.db)
      await sql`alter table audit_seal disable trigger user`.execute(attacked.db)
      await sql`delete from audit_seal where log = 'operation_log' and no = (select max(no) from audit_seal where log = 'operation_log')`.execute(
        attacked.db,
      )
      await sql`delete from operation_log where id > (select max(to_id) from audit_seal where log = 'operation_log')`.execute(
        attacked.db,
      )
      await attacked.close()
      expect(await run()).toBe(TAMPERED)
      expect(said.join('\n')).toMatch(/operation log: at .* its end was cut off, or an older copy was restored/)
      expect(await run('--restored')).toBe(UNCHECKED)
      expect(await run('--restored', 'the disk of Monday failed')).toBe(SOUND)
      expect(said.join('\n')).toContain('"the disk of Monday failed"')
    } finally {
      await database?.close()
      rmSync(dataDir, { recursive: true })
    }
  })
})
