import type { MessageTree } from '#src/define/messages.ts'

export default {
  info: '通知',
  danger: '异常',
  success: '成功',
  warning: '提示',
  about: '{0} · {1}',
} satisfies MessageTree
