import type { MessageTree } from '#src/define/messages.ts'

/** Sentences for decisions: choosing one, and keeping one's own. */
export default {
  open: '常用语',
  openHint: '按 / 选择常用语',
  own: '我的常用语',
  bureau: '单位常用语',
  none: '暂无常用语',
  manage: '管理我的常用语',
  lead: '审批时按 / 即可选用。单位常用语由管理员在数据字典中维护，所有人都能选用。',
  action: { approve: '同意', return: '退回', reject: '驳回' },
  empty: '暂无',
  add: '添加',
  addFor: '添加一条“{0}”常用语',
  placeholder: '最多100个字',
  edit: '修改：{0}',
  remove: '删除：{0}',
  text: '常用语',
  count: '{0}/{1}',
} satisfies MessageTree
