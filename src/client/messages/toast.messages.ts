import { defineMessages } from '#src/define/messages.ts'

export default defineMessages(
  { info: '通知', danger: '异常', success: '成功', warning: '提示' },
  { info: 'Notice', danger: 'Error', success: 'Success', warning: 'Note' },
)
