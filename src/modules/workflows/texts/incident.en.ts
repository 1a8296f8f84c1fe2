import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './incident.zhHans.ts'

export default {
  records: {
    ticketIncident: {
      title: 'Ticket incidents',
      fields: {
        ticketNo: 'Ticket no.',
        ticketTitle: 'Ticket',
        source: 'Detected by',
        state: 'Status',
        times: 'Times detected',
        foundAt: 'First detected',
        seenAt: 'Last detected',
        faults: 'Details',
        reason: 'Reason for closing',
        closedBy: 'Closed by',
        closedAt: 'Closed at',
      },
      actions: { close: 'Close incident' },
    },
    ticketReplayReport: {
      title: 'Approval record checks',
      fields: { startedAt: 'Started', finishedAt: 'Finished', checked: 'Tickets checked', unsound: 'Inconsistent' },
    },
  },
  dictionaries: {
    incidentSource: {
      title: 'Detected by',
      entries: { replay: 'Nightly check', commit: 'Check on submission', nobody: 'No handler' },
    },
    incidentState: { title: 'Incident status', entries: { open: 'Open', closed: 'Closed' } },
  },
} satisfies SameKeys<typeof zhHans>
