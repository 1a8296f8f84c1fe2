/** When the schedule makes a backup: setting backup.cron in the time of the bureau. */
import { sql } from 'kysely'
import type { JobDefinition } from '#src/define/server.ts'
import { nextMoments } from './moments.ts'
import { requestRun } from './runs.ts'

export const BACKUP_SCHEDULE_DUTY = 'backup.schedule'

/** Asks for the backup whose moment has come since the duty last looked; downtime is made up for once. */
export const scheduleBackups: JobDefinition = {
  name: BACKUP_SCHEDULE_DUTY,
  every: { minutes: 1 },
  async run(unit) {
    const { rows } = await sql<{ lastFinishedAt: Date | null }>`
      select last_finished_at from job where name = ${BACKUP_SCHEDULE_DUTY}`.execute(unit.db)
    const last = rows[0]?.lastFinishedAt
    if (!last) return
    const [due] = nextMoments(unit.settings.string('backup.cron'), last, 1) ?? []
    if (due === undefined || due > unit.clock.now()) return
    await requestRun(unit, { kind: 'backup', file: null, remark: '', requestedBy: null })
  },
}
