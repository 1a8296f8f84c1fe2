import type { WideDuty } from '#src/server/jobs/duties.ts'
import { finishReassignments } from './assignment.ts'
import { engineOf } from './engine.ts'
import { moveDuty } from './moving/runs.ts'
import { replayNightly } from './nightly.ts'
import { testDuty } from './testing/runs.ts'
import { runDueTimers } from './timers.ts'
import { settleWindows } from './windows.ts'

/** What the ticket engine does by the clock: due timers, what changes of departments left over, and substitutes every minute; the replay of the logs at night (25.11). */
export const ticketDuties: readonly WideDuty[] = [
  { name: 'ticket.timers', every: { minutes: 1 }, work: async (services) => void (await runDueTimers(services)) },
  { name: 'ticket.reassign', every: { minutes: 1 }, work: finishReassignments },
  { name: 'ticket.substitutes', every: { minutes: 1 }, work: settleWindows },
  testDuty,
  moveDuty,
  {
    name: 'ticket.replay',
    every: { at: '01:30' },
    work: async (services) => void (await replayNightly(services, engineOf(services))),
  },
]
