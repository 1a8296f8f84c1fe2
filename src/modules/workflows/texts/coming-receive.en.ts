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
  },
} satisfies SameKeys<typeof zhHans>
