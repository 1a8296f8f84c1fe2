import { sql } from 'kysely'
import type { JobSchedule } from '#src/define/jobs.ts'
import type { JobDefinition, UnitOfWork } from '#src/define/server.ts'
import { flushWhiteList } from '#src/server/access/whiteList.ts'
import type { Services } from '#src/server/app/services.ts'
import { archiveLogs } from '#src/server/audit/archive.ts'
import { verifyNightly } from '#src/server/audit/audit.ts'
import { sealLogs } from '#src/server/audit/seals.ts'
import { BACKUP_DUTY } from '#src/server/backups/runs.ts'
import { scheduleBackups } from '#src/server/backups/schedule.ts'
import { warnOfBackups } from '#src/server/backups/watch.ts'
import { runBackups } from '#src/server/backups/worker.ts'
import { expireExports } from '#src/server/exports/expire.ts'
import { EXPORT_DUTY } from '#src/server/exports/job.ts'
import { runExports } from '#src/server/exports/worker.ts'
import { removeOrphans } from '#src/server/files/orphans.ts'
import { scanPending } from '#src/server/files/quarantine.ts'
import { forgetAnswers } from '#src/server/http/idempotency.ts'
import { pruneOutbox } from '#src/server/live/outbox.ts'
import { deliverReminders } from '#src/server/notices/reminders.ts'
import { sendPlanned } from '#src/server/notices/sendings.ts'
import { forgetAttempts } from '#src/server/selfService/attempts.ts'
import { refuseOldRegistrations } from '#src/server/selfService/registration.ts'
import { warnOfMissingCalendar } from '#src/server/settings/workCalendar.ts'
import { ticketDuties } from '#src/server/tickets/timers/duties.ts'
import { deliverWebHooks } from '#src/server/webHooks/deliver.ts'

/** A duty of the server itself that needs several transactions, or the disk. */
export interface WideDuty {
  readonly name: string
  readonly every: JobSchedule
  /** `signal` says that the server is stopping. */
  readonly work: (services: Services, signal: AbortSignal) => Promise<void>
  /** May take many minutes: runs beside the others, which would wait for it; `apart` beside the long ones as well. */
  readonly isLong?: true | 'apart'
}
export type Duty = JobDefinition | WideDuty

/** Days an ended session is still shown to its owner. */
const SESSION_DAYS = 30
const DAY = 86_400_000

async function forgetSessions(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const before = new Date(now.getTime() - SESSION_DAYS * DAY)
  await sql`delete from session where coalesce(revoked_at, expires_at) < ${before}`.execute(unit.db)
  await sql`delete from captcha where expires_at < ${now}`.execute(unit.db)
  await sql`delete from socket_ticket where expires_at < ${now}`.execute(unit.db)
}

const deliverDue: WideDuty['work'] = async (services, signal) => void (await deliverWebHooks(services, signal))

/** Every duty of this server: its own and those of the modules. */
export function dutiesOf(services: Services): readonly Duty[] {
  return [
    pruneOutbox,
    forgetAnswers,
    { name: 'session.forget', every: { at: '03:30', missed: 'once' }, run: forgetSessions },
    { name: 'registration.expire', every: { minutes: 60 }, run: refuseOldRegistrations },
    { name: 'selfService.forget', every: { at: '03:40', missed: 'once' }, run: forgetAttempts },
    deliverReminders,
    sendPlanned,
    {
      name: 'file.orphans',
      every: { at: '03:00', missed: 'once' },
      work: async (wide) => void (await removeOrphans(wide)),
    },
    { name: 'file.scan', every: { minutes: 5 }, work: scanPending },
    { name: EXPORT_DUTY, every: { minutes: 1 }, work: runExports, isLong: true },
    { name: 'export.expire', every: { minutes: 30 }, work: expireExports },
    { name: 'log.seal', every: { minutes: 5 }, work: sealLogs },
    { name: 'log.verify', every: { at: '02:30', missed: 'once' }, work: verifyNightly, isLong: true },
    { name: 'log.archive', every: { at: '04:00', missed: 'once' }, work: archiveLogs },
    warnOfMissingCalendar,
    scheduleBackups,
    warnOfBackups(services),
    { name: BACKUP_DUTY, every: { minutes: 1 }, work: runBackups, isLong: 'apart' },
    { name: 'webHook.deliver', every: { minutes: 1 }, work: deliverDue, isLong: true },
    { name: 'whiteList.hits', every: { minutes: 1 }, work: flushWhiteList },
    ...ticketDuties,
    ...[...services.moduleServers.values()].flatMap((server) => server.jobs ?? []),
  ]
}
