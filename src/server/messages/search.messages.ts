/** Words of the command palette that the server reads. */
import { defineMessages } from '#src/define/messages.ts'

export const searchMessages = defineMessages(
  // What people put before the name of an application; separated by bars.
  { search: { verbs: '申请|发起|新建|提交|我要' } },
  { search: { verbs: 'apply for |apply |start |new |request |create ' } },
)
