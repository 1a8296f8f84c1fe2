import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './coming.zhHans.ts'

export default {
  applications: {
    intentionOpen: {
      title: 'Procurement intention',
      purpose: 'Submit a procurement intention; once approved it is published before the purchase may begin',
      sections: { chain: 'Fields of the chain' },
      fields: {
        amount: 'Amount',
        exemptReason: 'Reason for not publishing',
        collectiveMinutes: 'Minutes of the meeting',
      },
    },
    comparison: {
      title: 'Comparison purchase',
      purpose: 'Purchases below the limit, decided by comparing at least three quotations',
      sections: { chain: 'Fields of the chain' },
      fields: {
        amount: 'Amount',
        collectiveMinutes: 'Minutes of the meeting',
      },
    },
    bulkProject: {
      title: 'Bulk purchase',
      purpose: 'Pool departments’ demand for computers, printers, furniture and buy it in bulk to standard',
      sections: { chain: 'Fields of the chain' },
      fields: {
        amount: 'Amount',
        overStandard: 'Above the standard',
        collectiveMinutes: 'Minutes of the meeting',
      },
    },
  },
  dictionaries: {},
} satisfies SameKeys<typeof zhHans>
