import type { MessageTree } from '#src/define/messages.ts'

/** Names of new parts of a design until the designer gives them others. The names between braces are filled in when a notice is sent. */
export default {
  first: {
    approve: '审批',
    handle: '办理',
    cc: '抄送',
    sub: '子申请',
    section: '新分组',
    field: '新字段',
    column: '新列',
    split: '分支',
    join: '汇合',
  },
  noticeFirst: '工单{no}已办结：{title}',
} satisfies MessageTree
