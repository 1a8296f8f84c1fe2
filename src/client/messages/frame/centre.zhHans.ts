import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the approval centre. */
export default {
  title: '审批中心',
  pending: '待审批',
  approved: '已审批',
  delegated: '交办',
  keys: 'J / K 上下移动，A 同意，R 退回，D 驳回，T 转办，S 加签；X 选中，B 批量同意；Ctrl+Enter 确认',
  batch: '批量同意（{0}）',
  batchConfirm: '确定同意所选{0}项？',
  batchConfirmSum: '确定同意所选{0}项，合计 {1, money} 元？',
  batchComment: '统一意见',
  batchDone: '已同意 {0} 项',
  batchFailed: '{0}：{1}',
  all: '全选（{0}）',
  selectAll: '全选可批量的工单',
  subtotal: '{0}项 · {1, money} 元',
  notBatchable: '需逐项审批',
  batchGone: '所选工单均已变化或已处理，未提交',
  nextIs: '下一项：{0}',
  backToList: '返回列表',
} satisfies MessageTree
