import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './coming.zhHans.ts'

export default {
  applications: {
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
