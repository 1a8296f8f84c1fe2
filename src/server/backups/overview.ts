/** What the page of backups shows: the verdict, the folder, and what was asked for. */

import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { BackupOverview, BackupState, ShownBackup, ShownRun } from '#src/define/answers/backups.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import type { ProblemKey } from '#src/define/names.ts'
import { namedIn } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { type KnownBackup, knownBackups } from './place.ts'
import { MIN_BACKUPS } from './records.ts'
import { judge, protectedBackup } from './verdict.ts'

/** Runs that are over and still shown. */
const MAX_RUNS = 30

const moment = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : momentText(new Date(text))

/** Bytes that are free where the backups lie; null where there is no folder yet. */
async function freeBytesOf(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** How far the bureau could be restored, by the records of its backups. */
export async function backupStateOf(
  { folder, copyTo }: Services['backups'],
  backups: readonly KnownBackup[],
  now: Date,
): Promise<BackupState> {
  const { newest, proved, isLate, isUnproved } = judge(backups, now)
  return {
    restorableTo: moment(newest?.record?.takenAt),
    provedAt: proved === null ? null : momentText(proved.at),
    provedTo: moment(proved?.backup.record?.takenAt),
    drillMinutes: proved?.minutes ?? null,
    isLate,
    isUnproved,
    folder,
    copyTo,
    freeBytes: await freeBytesOf(folder),
  }
}

function shown(folder: string, { name, size, record }: KnownBackup): Omit<ShownBackup, 'isNextToGo' | 'isProtected'> {
  return {
    name,
    size,
    takenAt: moment(record?.takenAt),
    trigger: record?.trigger ?? null,
    remark: record?.remark ?? '',
    rows: record?.rows ?? null,
    files: record?.files ?? null,
    sha256: record?.sha256 ?? null,
    minutes: record?.minutes ?? null,
    copy: record?.copy ?? null,
    trials: (record?.trials ?? []).map((trial) => ({ ...trial, at: momentText(new Date(trial.at)) })).reverse(),
    isRecordUnreadable: record === null,
    command: `npm run restore -- ${join(folder, name)}`,
  }
}

interface RunRow extends Omit<ShownRun, 'createdAt' | 'startedAt' | 'finishedAt' | 'problem'> {
  readonly problem: ProblemKey | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly finishedAt: Date | null
}

async function runsOf(unit: UnitOfWork, language: Language): Promise<readonly ShownRun[]> {
  const person = namedIn(language, 'u')
  const columns = sql`r.id, r.kind, r.file, r.state, r.is_cancelled, r.rows, r.total, r.problem, r.detail,
    ${person} as requested_by, r.created_at, r.started_at, r.finished_at`
  const { rows } = await sql<RunRow>`
    (select ${columns} from backup_run r left join app_user u on u.id = r.requested_by
      where r.state in ('waiting', 'running') order by r.id)
    union all
    (select ${columns} from backup_run r left join app_user u on u.id = r.requested_by
      where r.state not in ('waiting', 'running') order by r.id desc limit ${MAX_RUNS})`.execute(unit.db)
  return rows.map(({ createdAt, startedAt, finishedAt, problem, ...run }) => ({
    ...run,
    problem: problem === null ? null : (unit.textOf(language, problem) ?? problem),
    createdAt: momentText(createdAt),
    startedAt: startedAt === null ? null : momentText(startedAt),
    finishedAt: finishedAt === null ? null : momentText(finishedAt),
  }))
}

export async function overviewOf(services: Services, unit: UnitOfWork, language: Language): Promise<BackupOverview> {
  const { backups: place } = services
  const backups = await knownBackups(place.folder)
  const kept = protectedBackup(backups)
  const keep = Math.max(unit.settings.number('backup.keep'), MIN_BACKUPS)
  return {
    state: await backupStateOf(place, backups, unit.clock.now()),
    backups: backups.map((backup, index) => ({
      ...shown(place.folder, backup),
      isProtected: backup === kept,
      // One more than now, and this one goes.
      isNextToGo: index >= keep - 1 && backup !== kept,
    })),
    runs: await runsOf(unit, language),
  }
}
