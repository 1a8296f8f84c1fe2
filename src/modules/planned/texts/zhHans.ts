import type { MessageTree } from '#src/define/messages.ts'

/** What the pages that are not built yet are called, and what they will hold (D13). */
export default {
  comingPages: {
    '/restaurant/materials': {
      title: '食堂物料',
      text: '餐具、厨具、清洁和包装用品的收发、报损与盘点，以及燃气等能耗抄表。',
    },
  },
} satisfies MessageTree
