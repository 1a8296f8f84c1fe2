import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './zhHans.ts'

export default {
  comingPages: {
    '/restaurant/materials': {
      title: 'Canteen materials',
      text: 'Tableware, kitchenware, cleaning and packaging goods: receipts, issues, breakage, counts, and gas and energy meter readings.',
    },
  },
} satisfies SameKeys<typeof zhHans>
