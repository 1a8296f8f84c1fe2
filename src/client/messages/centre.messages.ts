import { defineMessages } from '#src/define/messages.ts'

/** Texts of the approval centre. */
export default defineMessages(
  {
    title: '审批中心',
    pending: '待审批',
    approved: '已审批',
    delegated: '交办',
    keys: 'J / K 上下移动，A 同意，R 退回，T 转办，S 加签；X 选中，B 批量同意；Ctrl+Enter 确认',
    batch: '批量同意（{0}）',
    batchConfirm: '同意所选 {0} 项，合计 {1} 元？',
    batchComment: '统一意见',
    batchDone: '已同意 {0} 项',
    batchFailed: '{0}：{1}',
    all: '全选 {0} 项',
    selectAll: '全选可批量的工单',
    subtotal: '{0} 项 · {1} 元',
    notBatchable: '需逐项审批',
    backToList: '返回列表',
  },
  {
    title: 'Approvals',
    pending: 'Pending',
    approved: 'Approved',
    delegated: 'Assigned',
    keys: 'J / K to move, A to approve, R to return, T to transfer, S to add signers; X to choose, B to approve the chosen; Ctrl+Enter to confirm',
    batch: 'Approve {0} at once',
    batchConfirm: 'Approve the {0} selected, {1} in total?',
    batchComment: 'One comment for all',
    batchDone: '{0} approved',
    batchFailed: '{0}: {1}',
    all: 'Select all {0}',
    selectAll: 'Select everything that can be approved at once',
    subtotal: '{0} · {1}',
    notBatchable: 'Decide one by one',
    backToList: 'Back to the list',
  },
)
