import type { MessageTree } from '#src/define/messages.ts'

/** What the pages that are not built yet are called, and what they will hold (D13). */
export default {
  comingPages: {},
} satisfies MessageTree
