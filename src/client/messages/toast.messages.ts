import { defineMessages } from '#src/define/messages.ts'

export default defineMessages(
  { info: '通知', danger: '异常', success: '成功', warning: '提示', about: '{0} · {1}' },
  { info: 'Notice', danger: 'Error', success: 'Success', warning: 'Note', about: '{0} · {1}' },
)
