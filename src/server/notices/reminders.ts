/** Reminders people set for themselves (10.1 `/misc/coming-soon`): a message on the day, sent by the clock. */

import { sql } from 'kysely'
import { z } from 'zod'
import { addDays } from '#src/define/days.ts'
import { operation } from '#src/define/operations/operations.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { JobDefinition, RouteDefinition, UnitOfWork } from '#src/define/server.ts'
import { route } from '#src/define/server.ts'

/** Days ahead a reminder may lie. */
const MAX_DAYS_AHEAD = 730
const COMING_SOON = 'comingSoon'

/** Keeps the wish; asking again for the same day changes nothing. @throws ValidationError when the day is not ahead, or too far. */
async function remind(unit: UnitOfWork, userId: number, day: string): Promise<void> {
  const today = unit.clock.today()
  if (day <= today) throw new ValidationError({ date: [{ key: 'check.notBefore', params: [addDays(today, 1)] }] })
  const last = addDays(today, MAX_DAYS_AHEAD)
  if (day > last) throw new ValidationError({ date: [{ key: 'check.notAfter', params: [last] }] })
  await sql`
    insert into reminder (user_id, topic, day, created_at) values (${userId}, ${COMING_SOON}, ${day}::date, ${unit.clock.now()})
    on conflict do nothing`.execute(unit.db)
}

/** Sends every reminder whose day has come. */
async function sendReminders(unit: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ userId: number; day: string }>`
    update reminder set sent_at = ${unit.clock.now()} where sent_at is null and day <= ${unit.clock.today()}::date
    returning user_id, day::text as day`.execute(unit.db)
  for (const { userId, day } of rows)
    unit.notify({ to: [userId], contentType: 'REMIND', title: { key: 'notice.comingSoon', params: [day] } })
}

export const deliverReminders: JobDefinition = { name: 'reminder.deliver', every: { minutes: 1 }, run: sendReminders }

export function reminderRoutes(): readonly RouteDefinition[] {
  return [
    route({
      method: 'POST',
      url: '/api/v1/sms/notice/remind_me/',
      operation: operation('notice.remindMe'),
      permission: 'signedIn',
      body: z.strictObject({ date: z.iso.date() }),
      handle: ({ unit, access, body }) => remind(unit, access.userId, body.date),
    }),
  ]
}
