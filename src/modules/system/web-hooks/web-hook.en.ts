import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './web-hook.zhHans.ts'

export default {
  records: {
    webHook: {
      title: 'Web hooks',
      fields: {
        name: 'Name',
        url: 'Address',
        events: 'Events',
        state: 'Enabled',
        standing: 'Status',
        secretAt: 'Secret created',
        lastDeliveredAt: 'Last delivered',
        failingSince: 'Failing since',
        disabledAt: 'Disabled at',
      },
    },
    webHookDelivery: {
      title: 'Deliveries',
      fields: {
        hookId: 'Web hook',
        event: 'Event',
        ticketNo: 'Ticket no.',
        ticketStatus: 'Ticket status',
        at: 'Time of event',
        state: 'Result',
        attempts: 'Attempts',
        lastTriedAt: 'Last attempt',
        lastStatus: 'HTTP status',
        lastError: 'Reason',
        dueAt: 'Next attempt',
      },
      actions: { resend: 'Resend' },
    },
  },
  dictionaries: {
    webHookEvent: {
      title: 'Events of web hooks',
      entries: {
        submit: 'Submitted',
        approve: 'Approved',
        reject: 'Rejected',
        return: 'Returned',
        withdraw: 'Withdrawn',
        retrieve: 'Recalled',
        transfer: 'Transferred',
        handle: 'Handled',
        refuse: 'Handling declined',
        void: 'Voided',
        timeout: 'Time limit reached',
      },
    },
    webHookStanding: {
      title: 'Status of web hooks',
      entries: {
        noSecret: 'No secret yet',
        active: 'Active',
        failing: 'Failing',
        disabled: 'Disabled after failures',
        off: 'Disabled',
      },
    },
    webHookDeliveryState: {
      title: 'Results of deliveries',
      entries: { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
    },
    webHookFailure: {
      title: 'Reasons of failed deliveries',
      entries: {
        answer: 'The receiver answered with an error',
        host: 'Deliveries to this address are not allowed',
        unknownHost: 'The host name cannot be resolved',
        refused: 'The receiver refused the connection',
        timeout: 'Connection timed out',
        certificate: 'The certificate of the receiver is invalid',
        other: 'Connection failed',
      },
    },
  },
  webHooks: {
    lead: 'Tells other systems when one of the chosen events happens to a ticket: its number, type, status and time, nothing of its form. The address must be HTTPS; failures are tried again at growing intervals, and after 3 days of failures the web hook is disabled',
    newSecret: 'Create secret',
    secretOf: 'Signing secret of “{0}”',
    secretOnce:
      'The secret is shown only now. The receiver checks the signature of each delivery with it; a new secret replaces it at once',
  },
  rules: {
    'webHook.url': 'Enter an address that begins with https://, without a username or password',
    'webHook.disabledNotice': 'The web hook “{0}” failed for {1} days and was disabled',
  },
} satisfies SameKeys<typeof zhHans>
