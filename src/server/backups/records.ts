/** What is known of each backup, kept beside it and not in the database, which a restore would take back with everything else (decision 0087). */
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { listBackups } from './backup.ts'
import { measure } from './stored.ts'

/** Backups that no clean-up takes away (BKP-05). */
export const MIN_BACKUPS = 3

const trialSchema = z.strictObject({
  at: z.iso.datetime(),
  /** `verify` tried it in a scratch database, `restore` put it in place. */
  by: z.enum(['verify', 'restore']),
  isSound: z.boolean(),
  minutes: z.number(),
  problem: z.string().nullable(),
})
const recordSchema = z.object({
  takenAt: z.iso.datetime().nullable(),
  rows: z.int().nullable(),
  files: z.int().nullable(),
  sha256: z.string().nullable(),
  /** What made it: a person at the page, the schedule, or a command. */
  trigger: z.enum(['manual', 'schedule', 'command']).nullable().default(null),
  remark: z.string().default(''),
  /** How long it took. */
  minutes: z.number().nullable().default(null),
  /** The copy in the second place. */
  copy: z.strictObject({ folder: z.string(), problem: z.string().nullable() }).nullable(),
  trials: z.array(trialSchema),
})
export type BackupRecord = z.infer<typeof recordSchema>
export type Trial = z.infer<typeof trialSchema>

const EMPTY: BackupRecord = {
  takenAt: null,
  rows: null,
  files: null,
  sha256: null,
  trigger: null,
  remark: '',
  minutes: null,
  copy: null,
  trials: [],
}
const recordFile = (file: string): string => `${file}.json`

/** The record of a backup; an empty one where there is none, as for a file that was brought from elsewhere. */
export async function readRecord(file: string): Promise<BackupRecord> {
  try {
    return recordSchema.parse(JSON.parse(await readFile(recordFile(file), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return EMPTY
    throw error
  }
}

/** Changes the record of a backup; a crash leaves the former one. */
export async function changeRecord(file: string, change: Partial<BackupRecord>): Promise<void> {
  const next = { ...(await readRecord(file)), ...change }
  await writeFile(`${recordFile(file)}.partial`, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
  await rename(`${recordFile(file)}.partial`, recordFile(file))
}

/** Adds how a trial went. */
export async function addTrial(file: string, trial: Trial): Promise<void> {
  await changeRecord(file, { trials: [...(await readRecord(file)).trials, trial] })
}

/** Whether its last trial found it sound. */
export const wasProved = ({ trials }: BackupRecord): boolean => trials.at(-1)?.isSound === true

/** Copies a backup to a second place and compares the copy; the answer says what went wrong there, null where nothing did. */
export async function copyBackup(file: string, folder: string, sha256: string): Promise<string | null> {
  const target = join(folder, basename(file))
  try {
    await copyFile(file, `${target}.partial`)
    if ((await measure(`${target}.partial`)).sha256 !== sha256) throw new Error('the copy has another content')
    await rename(`${target}.partial`, target)
    return null
  } catch (error) {
    await rm(`${target}.partial`, { force: true })
    return error instanceof Error ? error.message : String(error)
  }
}

/** Removes all but the newest `keep` backups, never one of the last three and never the newest that was proved (BKP-05); the answer names them. */
export async function retireBackups(folder: string, keep: number): Promise<readonly string[]> {
  const all = await listBackups(folder)
  const records = await Promise.all(all.map(({ name }) => readRecord(join(folder, name))))
  const proved = records.findLastIndex(wasProved)
  const old = all.slice(0, Math.max(0, all.length - Math.max(keep, MIN_BACKUPS))).filter((_, index) => index !== proved)
  for (const { name } of old) await removeBackup(join(folder, name))
  return old.map(({ name }) => name)
}

/** Removes a backup and its record. */
export async function removeBackup(file: string): Promise<void> {
  await rm(file)
  await rm(recordFile(file), { force: true })
}
