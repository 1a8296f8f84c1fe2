import type { WideDuty } from '#src/server/jobs/duties.ts'
import { guardians } from '#src/server/operations/verify.ts'
import type { Services } from '#src/server/services.ts'
import { write } from '#src/server/work.ts'
import { finishReassignments } from './assignment.ts'
import { engineOf } from './engine.ts'
import { replayNightly } from './nightly.ts'
import { testDuty } from './testing/runs.ts'
import { runDueTimers } from './timers.ts'

/** Every difference is an incident: the guardians of the logs are told which ticket it is. */
async function replayTickets(services: Services): Promise<void> {
  const unsound = await replayNightly(services, engineOf(services))
  if (unsound.length === 0) return
  await write(services, async (base) => {
    const to = await guardians(base)
    for (const no of unsound)
      base.notify({ to, contentType: 'SYSTEM', title: { key: 'notice.ticketBroken', params: [no] } })
  })
}

/** What the ticket engine does by the clock: due timers and what changes of departments left over every minute, the replay of the logs at night (25.11). */
export const ticketDuties: readonly WideDuty[] = [
  { name: 'ticket.timers', every: { minutes: 1 }, work: async (services) => void (await runDueTimers(services)) },
  { name: 'ticket.reassign', every: { minutes: 1 }, work: finishReassignments },
  testDuty,
  { name: 'ticket.replay', every: { at: '01:30' }, work: replayTickets },
]
