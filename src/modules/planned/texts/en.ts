import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './zhHans.ts'

export default {
  comingPages: {},
} satisfies SameKeys<typeof zhHans>
