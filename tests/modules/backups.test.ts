/** The page of backups (10.6, BKP-01 to BKP-07): what was asked for, what failed, who is told. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { BackupOverview, BackupSchedule } from '#src/define/answers/backups.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import type { BackupPlace } from '#src/server/backups/place.ts'
import { addTrial, changeRecord } from '#src/server/backups/records.ts'
import { scheduleBackups } from '#src/server/backups/schedule.ts'
import { warnOfBackups } from '#src/server/backups/watch.ts'
import { runBackups } from '#src/server/backups/worker.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { write } from '#src/server/work.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'

const PATH = '/api/system/backup/'
const HOUR = 3_600_000

describe('the page of backups', () => {
  let app: TestApp
  let fang: Client
  let auditor: Client
  let folder: string
  let dataDir: string
  /** What a trial does; the process of its own is replaced by its record. */
  let trial: NonNullable<BackupPlace['proveApart']>
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'backups-'))
    dataDir = mkdtempSync(join(tmpdir(), 'backups-data-'))
    app = await startApp({
      bureau: 'quiet',
      mode: { dataDir },
      backups: {
        folder,
        copyTo: null,
        secrets: ['a data key that only the tests know'],
        databaseUrl: null,
        proveApart: (file, signal) => trial(file, signal),
      },
    })
    fang = await app.as('fang54')
    auditor = await app.as('bao59')
    await enlist(app.services, dutiesOf(app.services))
  }, 120_000)
  afterAll(async () => {
    await app.close()
    for (const place of [folder, dataDir]) rmSync(place, { recursive: true, force: true })
  })
  beforeEach(async () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true })
    await sql`delete from backup_run`.execute(app.services.database.db)
    app.announced.messages.length = 0
    trial = (file) =>
      addTrial(file, { at: app.clock.now().toISOString(), by: 'verify', isSound: true, minutes: 0.2, problem: null })
  })
  const work = (): Promise<void> => runBackups(app.services, new AbortController().signal)
  const overview = async (): Promise<BackupOverview> => (await fang.get<BackupOverview>(PATH)).data
  const take = async (): Promise<string> => {
    expect((await fang.post(PATH, { remark: '升级前' })).code).toBe(2000)
    await work()
    return (await overview()).backups[0]!.name
  }
  const titles = (): readonly string[] => app.announced.messages.map(({ title }) => title.key)
  /** A backup that somebody else made: only its record says what it is. */
  async function place(name: string, hoursAgo: number, proof: { hoursAgo: number; isSound: boolean } | null) {
    const before = (hours: number): string => new Date(app.clock.now().getTime() - hours * HOUR).toISOString()
    writeFileSync(join(folder, name), 'sealed')
    await changeRecord(join(folder, name), { takenAt: before(hoursAgo) })
    if (proof === null) return
    const { isSound } = proof
    const problem = isSound ? null : 'the backup is truncated'
    await addTrial(join(folder, name), { at: before(proof.hoursAgo), by: 'verify', isSound, minutes: 3.4, problem })
  }

  it('makes a backup when asked to, once however often it is asked for (BKP-01), and says to which moment it goes back', async () => {
    await fang.post(PATH, { remark: '升级前' })
    await fang.post(PATH, { remark: '' })
    expect((await overview()).runs).toMatchObject([{ kind: 'backup', state: 'waiting', requestedBy: '方示丁' }])
    await work()
    const { backups, runs, state } = await overview()
    expect(backups).toMatchObject([{ trigger: 'manual', remark: '升级前', trials: [], isProtected: false }])
    expect(runs).toMatchObject([{ state: 'done', file: backups[0]?.name, rows: backups[0]?.rows }])
    expect(state).toMatchObject({ restorableTo: backups[0]?.takenAt, isLate: false, provedAt: null, isUnproved: true })
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-held'))).toEqual([])
  })

  it('BKP-03 tries a backup and keeps the minutes of the drill, for a broken one what is wrong, and tells the administrators', async () => {
    const name = await take()
    await fang.post(`${PATH}${name}/verify/`)
    await work()
    expect(await overview()).toMatchObject({
      state: { provedAt: '2026-03-11 10:00:00', drillMinutes: 0.2, isUnproved: false },
      backups: [{ isProtected: true, trials: [{ isSound: true, minutes: 0.2 }] }],
    })
    expect(titles()).toEqual([])
    trial = async (file) => {
      const problem = 'the backup was altered in chunk 3'
      await addTrial(file, { at: app.clock.now().toISOString(), by: 'verify', isSound: false, minutes: 0.1, problem })
      throw new Error('verify-backup ended with exit code 1')
    }
    await fang.post(`${PATH}${name}/verify/`)
    await work()
    const { state, runs } = await overview()
    expect(state).toMatchObject({ restorableTo: null, provedAt: null, isLate: true, isUnproved: true })
    expect(runs[0]).toMatchObject({ state: 'failed', detail: 'the backup was altered in chunk 3' })
    expect(runs[0]?.problem).toContain('备份已损坏')
    expect(titles()).toEqual(['notice.backupVerifyFailed'])
    expect(app.announced.messages[0]?.to).toContain(fang.userId)
  })

  it('says nothing against a backup that could not be tried', async () => {
    const name = await take()
    trial = () => Promise.reject(new Error('permission denied to create database'))
    await fang.post(`${PATH}${name}/verify/`)
    await work()
    const { state, runs, backups } = await overview()
    expect(backups[0]?.trials).toEqual([])
    expect(state.restorableTo).toBe(backups[0]?.takenAt)
    expect(runs[0]?.problem).toContain('CREATEDB')
  })

  it.each([
    ['26 hours old', 26, false],
    ['a minute older', 26 + 1 / 60, true],
  ])('turns red when the newest backup is more than 26 hours old: %s', async (_case, hours, isLate) => {
    await place('bureau-a.backup', hours, { hoursAgo: 1, isSound: true })
    expect((await overview()).state).toMatchObject({ isLate, isUnproved: false })
  })

  it.each([
    ['8 days old', 8 * 24, false],
    ['a minute older', 8 * 24 + 1 / 60, true],
  ])('turns red when the newest proof is more than 8 days old: %s', async (_case, hours, isUnproved) => {
    await place('bureau-a.backup', hours + 1, { hoursAgo: hours, isSound: true })
    await place('bureau-b.backup', 1, null)
    expect((await overview()).state).toMatchObject({ isLate: false, isUnproved })
    await write(app.services, (unit) => warnOfBackups(app.services).run(unit))
    expect(titles()).toEqual(isUnproved ? ['notice.backupUnproved'] : [])
  })

  it('BKP-06 shows the exact command of a restore, and no call restores', async () => {
    const name = await take()
    expect((await overview()).backups[0]?.command).toBe(`npm run restore -- ${join(folder, name)}`)
    expect((await fang.post(`${PATH}${name}/restore/`)).code).toBe(4004)
  })

  it('BKP-07 refuses at once where the disk has not twice the room of the newest backup', async () => {
    await take()
    const [{ name } = { name: '' }] = (await overview()).backups
    // A sparse file is as large as it says and takes no room.
    truncateSync(join(folder, name), 2 ** 43)
    expect((await fang.post(PATH, { remark: '' })).errKey).toBe('rule.BKP-07')
    expect((await overview()).runs).toHaveLength(1)
  })

  it('lists a backup whose record is damaged instead of failing', async () => {
    writeFileSync(join(folder, 'bureau-a.backup'), 'sealed')
    writeFileSync(join(folder, 'bureau-a.backup.json'), '{"takenAt":')
    expect(await overview()).toMatchObject({ state: { isLate: true }, backups: [{ isRecordUnreadable: true }] })
  })

  it('BKP-04 gives the file for ten minutes to the person who gave the password, and logs it', async () => {
    const name = await take()
    const link = (password: string) => fang.post<{ ticket: string }>(`${PATH}${name}/link/`, { password })
    expect((await link('Wrong#00000')).errKey).toBe('password.wrong')
    const { ticket } = (await link(DEMO_PASSWORD)).data
    const fetched = (who: Client, from = name) => who.get(`${PATH}${from}/download/`, { query: { ticket } })
    const { raw } = await fetched(fang)
    expect(raw.rawPayload.equals(readFileSync(join(folder, name)))).toBe(true)
    expect((await fetched(auditor)).code).toBe(4003)
    const second = await take()
    expect((await fetched(fang, second)).errKey).toBe('backup.linkExpired')
    app.clock.advance(10 * 60_000 - 1_000)
    expect((await fetched(fang)).status).toBe(200)
    app.clock.advance(1_000)
    expect((await fetched(fang)).errKey).toBe('backup.linkExpired')
    expect((await fang.get(`${PATH}..%2Fdata.key/download/`, { query: { ticket } })).code).not.toBe(2000)
  })

  it('BKP-05 keeps the newest proved backup and one that is being tried; others go with their record', async () => {
    await place('bureau-a.backup', 40, { hoursAgo: 39, isSound: true })
    await place('bureau-b.backup', 20, { hoursAgo: 19, isSound: true })
    await place('bureau-c.backup', 2, null)
    expect((await fang.delete(`${PATH}bureau-b.backup/`)).errKey).toBe('rule.BKP-05')
    await fang.post(`${PATH}bureau-c.backup/verify/`)
    expect((await fang.delete(`${PATH}bureau-c.backup/`)).errKey).toBe('backup.inUse')
    expect((await fang.delete(`${PATH}bureau-a.backup/`)).code).toBe(2000)
    expect(readdirSync(folder).filter((name) => name.startsWith('bureau-a'))).toEqual([])
    expect((await fang.delete(`${PATH}bureau-a.backup/`)).code).toBe(4004)
  })

  it('cancels what waits at once and what works within seconds', async () => {
    await fang.post(PATH, { remark: '' })
    const [run] = (await overview()).runs
    expect((await fang.post(`${PATH}run/${run?.id}/cancel/`)).code).toBe(2000)
    expect((await overview()).runs).toMatchObject([{ state: 'cancelled' }])
    expect((await fang.post(`${PATH}run/${run?.id}/cancel/`)).errKey).toBe('backup.isOver')
    const name = await take()
    trial = (_file, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('killed'))))
    await fang.post(`${PATH}${name}/verify/`)
    const working = work()
    const id = (await overview()).runs[0]?.id
    expect((await fang.post(`${PATH}run/${id}/cancel/`)).code).toBe(2000)
    await working
    expect((await overview()).runs[0]).toMatchObject({ state: 'cancelled', problem: null })
    expect(titles()).toEqual([])
  })

  it('keeps the run for the next server when this one stops, and ends one whose server died', async () => {
    const name = await take()
    const stopping = new AbortController()
    trial = (_file, signal) => {
      stopping.abort()
      return Promise.reject(signal.reason)
    }
    await fang.post(`${PATH}${name}/verify/`)
    await runBackups(app.services, stopping.signal)
    expect((await overview()).runs[0]?.state).toBe('waiting')
    await sql`update backup_run set state = 'running', lease_until = ${app.clock.now()} where state = 'waiting'`.execute(
      app.services.database.db,
    )
    await work()
    expect((await overview()).runs[0]).toMatchObject({ state: 'failed' })
    expect(titles()).toEqual(['notice.backupVerifyFailed'])
  })

  it('makes the backup of the schedule once after its moment, and proves it when no proof is newer than six days', async () => {
    const duties = dutiesOf(app.services).filter(({ name }) => name === scheduleBackups.name)
    const look = () => runDueJobs(app.services, duties)
    app.clock.advance(60_000)
    await look()
    expect((await overview()).runs).toEqual([])
    // Two nights without a server are one backup.
    app.clock.advance(48 * HOUR)
    await look()
    expect((await overview()).runs).toMatchObject([{ kind: 'backup', requestedBy: null, state: 'waiting' }])
    await work()
    const { runs, backups } = await overview()
    expect(runs.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['verify done', 'backup done'])
    expect(backups).toMatchObject([{ trigger: 'schedule', isProtected: true }])
    app.clock.advance(60_000)
    await look()
    expect((await overview()).runs).toHaveLength(2)
    app.clock.advance(24 * HOUR)
    await look()
    await work()
    expect((await overview()).runs.map(({ kind }) => kind)).toEqual(['backup', 'verify', 'backup'])
  })

  it('changes the plan with its next moments, and refuses an expression that is none or never comes', async () => {
    const plan = async (cron?: string) =>
      fang.get<BackupSchedule>(`${PATH}schedule/`, cron === undefined ? {} : { query: { cron } })
    const change = (cron: string, keep: number) => fang.put(`${PATH}schedule/`, { cron, keep })
    expect((await plan('30 3 * * 0')).data.next).toHaveLength(5)
    for (const wrong of ['61 2 * * *', '0 2 30 2 *', '0 2 * *', 'rm -rf'])
      expect([(await plan(wrong)).code, (await change(wrong, 30)).code]).toEqual([4000, 4000])
    expect((await change('0 3 * * *', 0)).code).toBe(4000)
    expect((await change('0 3 * * *', 14)).code).toBe(2000)
    expect((await plan()).data).toMatchObject({ cron: '0 3 * * *', keep: 14 })
    expect((await change('0 2 * * *', 30)).code).toBe(2000)
  })

  it('tells what went wrong with the copy in the second place; the backup itself stays', async () => {
    const { backups } = app.services
    Object.assign(backups, { copyTo: join(folder, 'not there') })
    try {
      await fang.post(PATH, { remark: '' })
      await work()
    } finally {
      Object.assign(backups, { copyTo: null })
    }
    const shown = await overview()
    expect(shown.runs[0]).toMatchObject({ state: 'failed', problem: expect.stringContaining('第二存放位置') })
    expect(shown.backups[0]?.copy?.problem).toContain('ENOENT')
    expect(existsSync(join(folder, shown.backups[0]!.name))).toBe(true)
    expect(titles()).toEqual(['notice.backupFailed'])
  })

  it('lists the exports of everybody to the system administrator alone', async () => {
    expect((await fang.get(`${PATH}exports/`)).code).toBe(2000)
    expect((await auditor.get(PATH)).code).toBe(4003)
  })
})
