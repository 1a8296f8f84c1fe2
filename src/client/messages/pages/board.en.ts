import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './board.zhHans.ts'

export default {
  title: 'Police logistics board',
  noToken: 'This page opens with the token of a display. Ask a system administrator to create one under Layouts.',
  refused: 'The token of this display no longer counts, or not from this address.',
  waiting: 'Loading…',
  unreachable: 'The server cannot be reached. Trying again.',
  leave: 'Back to the workbench',
  asOf: 'As of {0}',
  stale: 'Connection lost. Figures of {0}',
  days: 'Approvals decided in the last 14 days',
  units: { percent: '%', hours: 'h' },
  figures: {
    running: 'Tickets in progress',
    late: 'Overdue approvals',
    decidedToday: 'Decided today',
    filedToday: 'Filed today',
    hours: 'Average approval time (30 days)',
    spent: 'Budget spent',
    frozen: 'Budget reserved',
    yearPassed: 'Year elapsed',
    carsOut: 'Vehicles out',
    carsIdle: 'Vehicles idle',
    repairs: 'Repairs in progress',
    repairsDone: 'Repairs done (30 days)',
  },
} satisfies SameKeys<typeof zhHans>
