import type { WideDuty } from '#src/server/jobs/duties.ts'
import { finishReassignments } from '../delegation/assignment.ts'
import { settlePeriods } from '../delegation/delegationPeriods.ts'
import { moveDuty } from '../moves/runs.ts'
import { fillAllSummaries } from '../summary/fill.ts'
import { testDuty } from '../tests/runs.ts'
import { engineOf } from '../versions/engine.ts'
import { replayNightly } from './nightly.ts'
import { runDueTimers } from './timers.ts'

/** What the ticket engine does by the clock: due timers, what changes of departments left over, and substitutes every minute; the replay of the logs at night (25.11). */
export const ticketDuties: readonly WideDuty[] = [
  { name: 'ticket.timers', every: { minutes: 1 }, work: async (services) => void (await runDueTimers(services)) },
  { name: 'ticket.reassign', every: { minutes: 1 }, work: finishReassignments },
  { name: 'ticket.substitutes', every: { minutes: 1 }, work: settlePeriods },
  { name: 'ticket.summaries', every: { minutes: 5 }, work: fillAllSummaries },
  testDuty,
  moveDuty,
  {
    name: 'ticket.replay',
    every: { at: '01:30', missed: 'once' },
    work: async (services) => void (await replayNightly(services, engineOf(services))),
  },
]
