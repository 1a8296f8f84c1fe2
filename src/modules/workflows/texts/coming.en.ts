import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './coming.zhHans.ts'

export default {
  applications: {
    internalMaintenance: {
      title: 'Internal repair',
      purpose: 'Report faults of water, power, doors or air conditioning in offices; in-house workers repair them.',
      sections: { chain: 'Fields of the chain' },
      fields: {
        workerId: 'Repair worker',
        planAt: 'Planned for',
        parts: 'Parts',
        'parts.qty': 'Quantity',
        workHours: 'Hours of work',
        resultPhotos: 'Photos of the result',
        rating: 'Rating (1–5)',
        ratingNote: 'Note on the rating',
      },
    },
    publicMaintenance: {
      title: 'Public repair',
      purpose: 'Report faults in public areas: surveyed, priced, repaired by a contractor, accepted and rated.',
      sections: { chain: 'Fields of the chain' },
      fields: {
        estimate: 'Estimate',
        vendorId: 'Contractor',
        parts: 'Parts',
        'parts.qty': 'Quantity',
        workHours: 'Hours of work',
        resultPhotos: 'Photos of the result',
        rating: 'Rating (1–5)',
        ratingNote: 'Note on the rating',
        actualAmount: 'Actual amount',
      },
    },
    intentionOpen: {
      title: 'Procurement intention',
      purpose: 'Submit a procurement intention; once approved it is published before the purchase may begin.',
      sections: { chain: 'Fields of the chain' },
      fields: {
        amount: 'Amount',
        exemptReason: 'Reason for not publishing',
        collectiveMinutes: 'Minutes of the meeting',
      },
    },
    comparison: {
      title: 'Comparison purchase',
      purpose: 'Purchases below the limit, decided by comparing at least three quotations.',
      sections: { chain: 'Fields of the chain' },
      fields: {
        amount: 'Amount',
        collectiveMinutes: 'Minutes of the meeting',
      },
    },
    bulkProject: {
      title: 'Bulk purchase',
      purpose: 'Pool departments’ demand for computers, printers, furniture and buy it in bulk to standard.',
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
