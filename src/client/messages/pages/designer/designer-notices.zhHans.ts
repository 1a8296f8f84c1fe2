import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the notices a workflow sends (20.9). */
export default {
  tab: { notices: '通知' },
  noticesHint:
    '处理人总会收到待办通知，申请人总会收到退回、驳回、办结和作废的通知。这里设置另外通知谁；收到通知的人可以查看工单。',
  noNotices: '没有另外的通知',
  addNotice: '添加通知',
  removeNotice: '删除第 {0} 条通知',
  notice: '通知 {0}',
  noticeOn: '时机',
  noticeState: '所在环节',
  anyState: '任一环节',
  noticeTo: '接收人',
  noticeChannel: '通知方式',
  noticeText: '内容（中文）',
  noticeTextEn: '内容（英文）',
  putIn: '插入',
  occasion: {
    submitted: '提交时',
    entered: '进入环节时',
    passed: '环节通过时',
    returned: '被退回时',
    rejected: '被驳回时',
    withdrawn: '被撤回时',
    completed: '办结时',
    voided: '作废时',
  },
  channel: { message: '工单消息：总会弹出并计入铃铛', reminder: '提醒：接收人可以在个人设置中静音' },
  placeholder: { no: '单号', title: '标题', applicant: '申请人', state: '环节名称' },
} satisfies MessageTree
