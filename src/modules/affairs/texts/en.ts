import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './zhHans.ts'

export default {
  applications: {
    otherBusiness: {
      title: 'General request',
      aliases: 'help|service|suggestion|support',
      purpose: 'Matters without a dedicated application type',
      guide:
        'Describe what needs to be done; logistics assigns a handler. Afterwards, confirm the result and rate it. For reimbursements and payments, use a finance application.',
      sections: { request: 'Request', processing: 'Processing', verification: 'Confirmation' },
      fields: {
        bizType: 'Type',
        content: 'Description',
        expectAt: 'Needed by',
        amount: 'Reference amount',
        handlerId: 'Handler',
        result: 'Result',
        resultFiles: 'Result attachments',
        rating: 'Rating (1–5)',
        ratingNote: 'Rating comment',
      },
    },
  },
  records: {},
  dictionaries: {
    otherBusinessType: {
      title: 'Type of other business',
      entries: {
        IT: 'IT',
        property: 'Property',
        venue: 'Venue',
        visitor: 'Visitor',
        suggestion: 'Suggestion',
        feedback: 'Feedback',
      },
    },
  },
  rules: {
    'affairs.useFinance': 'Use a finance application for money matters; the amount here is for reference only',
    'affairs.supervise':
      'Ticket {0} ({1}) was assigned more than {2} working days ago and is not completed; consider supervision',
  },
} satisfies SameKeys<typeof zhHans>
