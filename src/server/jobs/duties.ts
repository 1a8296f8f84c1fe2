import { sql } from 'kysely'
import type { Base, JobDefinition } from '#src/define/server.ts'
import { removeOrphans } from '#src/server/files/orphans.ts'
import { forgetAnswers } from '#src/server/http/idempotency.ts'
import { pruneOutbox } from '#src/server/live/outbox.ts'
import { guardians, verifyLog } from '#src/server/operations/verify.ts'
import { ticketDuties } from '#src/server/tickets/duties.ts'
import type { Services } from '#src/server/services.ts'
import { engineOf } from '#src/server/tickets/engine.ts'
import { replayNightly } from '#src/server/tickets/nightly.ts'
import { runDueTimers } from '#src/server/tickets/timers.ts'
import { write } from '#src/server/work.ts'

/** A duty of the server itself that needs several transactions, or the disk. */
export interface WideDuty {
  readonly name: string
  readonly every: JobDefinition['every']
  readonly work: (services: Services) => Promise<void>
}
export type Duty = JobDefinition | WideDuty

/** Days an ended session is still shown to its owner. */
const SESSION_DAYS = 30
const DAY = 86_400_000

async function forgetSessions(base: Base): Promise<void> {
  const now = base.clock.now()
  const before = new Date(now.getTime() - SESSION_DAYS * DAY)
  await sql`delete from session where coalesce(revoked_at, expires_at) < ${before}`.execute(base.db)
  await sql`delete from captcha where expires_at < ${now}`.execute(base.db)
}

/** 25.11: every difference is an incident; the guardians of the logs are told which ticket it is. */
async function replayTickets(services: Services): Promise<void> {
  const unsound = await replayNightly(services, engineOf(services))
  if (unsound.length === 0) return
  await write(services, async (base) => {
    const to = await guardians(base)
    for (const no of unsound) base.notify({ to, contentType: 'SYSTEM', title: { key: 'notice.ticketBroken', params: [no] } })
  })
}

const fireTimers = async (services: Services): Promise<void> => void (await runDueTimers(services))

/** Every duty of this server: its own and those of the modules. */
export function dutiesOf(services: Services): readonly Duty[] {
  return [
    { name: 'ticket.timers', every: { minutes: 1 }, work: fireTimers },
    { name: 'ticket.replay', every: { at: '02:00' }, work: replayTickets },
    pruneOutbox,
    forgetAnswers,
    { name: 'session.forget', every: { at: '03:30' }, run: forgetSessions },
    { name: 'file.orphans', every: { at: '03:00' }, work: removeOrphans },
    { name: 'operationLog.verify', every: { at: '02:30' }, work: verifyLog },
    ...ticketDuties,
    ...[...services.moduleServers.values()].flatMap((server) => server.jobs ?? []),
  ]
}
