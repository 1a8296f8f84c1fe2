/** How the system is, for its administrator: last backup, failed duties, people online, disk (10.2, widget sysHealth). */
import { statfs } from 'node:fs/promises'
import type { SystemHealth } from '#src/define/answers/home.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { peopleOnline } from '#src/server/access/standing.ts'
import type { Services } from '#src/server/app/services.ts'
import { backupStateOf } from '#src/server/backups/overview.ts'
import { knownBackups } from '#src/server/backups/place.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { listJobs } from '#src/server/jobs/history.ts'

/** Percent of the disk that is used, counted as the system does: what only the root may fill is no room. */
export const usedPercent = ({ blocks, bfree, bavail }: { blocks: number; bfree: number; bavail: number }): number => {
  const used = blocks - bfree
  return used + bavail === 0 ? 0 : Math.ceil((used * 100) / (used + bavail))
}

/** Reads the records of backups, the duties and the disk; changes nothing. */
export async function healthOf(services: Services, unit: UnitOfWork): Promise<SystemHealth> {
  const [known, duties, online, disk] = await Promise.all([
    knownBackups(services.backups.folder),
    listJobs(unit, dutiesOf(services)),
    peopleOnline(unit),
    // Not every file system can tell.
    statfs(services.mode.dataDir).then(usedPercent, () => null),
  ])
  const { restorableTo, isLate, isUnproved } = await backupStateOf(services.backups, known, unit.clock.now())
  return {
    backupAt: restorableTo,
    isBackupLate: isLate,
    isBackupUnproved: isUnproved,
    failedJobs: duties.filter(({ state }) => state === 'failed').length,
    online,
    diskUsed: disk,
  }
}
