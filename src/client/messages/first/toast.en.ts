import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './toast.zhHans.ts'

export default {
  info: 'Notice',
  danger: 'Error',
  success: 'Success',
  warning: 'Note',
  about: '{0} · {1}',
} satisfies SameKeys<typeof zhHans>
