import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './coming-receive.zhHans.ts'

export default {
  applications: {
    officialReception: {
      title: 'Official reception',
      purpose: 'Apply for an official reception: letter, escorts, cost per head; file the guest list afterwards',
      sections: { chain: 'Fields of the chain' },
      fields: {
        amount: 'Amount',
        guestTopRank: 'Highest rank of the guests',
        actualGuests: 'Guests present',
        actualEscorts: 'Escorts present',
        actualAmount: 'Actual amount',
        listFile: 'Guest list',
      },
    },
    printingPublicity: {
      title: 'Printing and publicity',
      purpose: 'Order printed documents, boards or publicity, in house or from a vendor',
      sections: { chain: 'Fields of the chain' },
      fields: {
        amount: 'Amount',
        external: 'For the public',
        deliveredQty: 'Delivered',
        actualAmount: 'Actual amount',
      },
    },
  },
} satisfies SameKeys<typeof zhHans>
