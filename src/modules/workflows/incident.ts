import { defineRecord, permissionsFrom } from '#src/define/record.ts'
import { choice, dateTime, integer, longText, person, text } from '#src/fields/field.ts'

/** Tickets that contradict their log, or would have broken an invariant: they rest until somebody has looked and says why they may go on (25.11). And those that wait because nobody is there to act (WF-14). */
export const ticketIncident = defineRecord({
  name: 'ticketIncident',
  table: 'ticket_incident',
  path: '/api/workflow/incident/',
  permissions: permissionsFrom('ticketIncident'),
  scope: {},
  fields: {
    ticketNo: text(40, { computed: true }),
    ticketTitle: text(100, { computed: true }),
    source: choice('incidentSource', { computed: true }),
    state: choice('incidentState', { computed: true }),
    times: integer({ computed: true }),
    foundAt: dateTime({ computed: true }),
    seenAt: dateTime({ computed: true }),
    faults: longText(0, 20_000, { computed: true }),
    reason: longText(0, 500, { computed: true }),
    closedBy: person({ computed: true }),
    closedAt: dateTime({ computed: true }),
  },
  titleFields: ['ticketNo'],
  list: {
    columns: ['ticketNo', 'ticketTitle', 'source', 'state', 'times', 'foundAt', 'seenAt', 'closedBy'],
    filters: ['state', 'source', 'foundAt'],
    search: ['ticketNo', 'ticketTitle', 'faults'],
  },
  actions: {
    close: {
      permission: 'ticketIncident:Close',
      fields: { reason: longText(5, 500, { required: true }) },
      // A ticket that waits for people closes its incident itself, when the organisation is mended (WF-14).
      when: {
        all: [
          { field: 'state', op: 'eq', value: 'open' },
          { field: 'source', op: 'ne', value: 'nobody' },
        ],
      },
      intent: 'warning',
    },
  },
})

/** What the nightly replay of open and recently closed tickets came to. */
export const ticketReplayReport = defineRecord({
  name: 'ticketReplayReport',
  table: 'ticket_replay_report',
  path: '/api/workflow/replay_report/',
  permissions: permissionsFrom('ticketIncident'),
  scope: {},
  fields: {
    startedAt: dateTime({ computed: true }),
    finishedAt: dateTime({ computed: true }),
    checked: integer({ computed: true }),
    unsound: integer({ computed: true }),
  },
  titleFields: ['startedAt'],
  list: { columns: ['startedAt', 'finishedAt', 'checked', 'unsound'], filters: ['startedAt'], search: [] },
})
