/** What people of the demo say when they decide. */
export const saying = {
  approve: ['同意', '同意', '同意。', '情况属实，同意', '已核，同意', '按规定办理'],
  giveBack: ['附件不清晰，请补充后重新提交', '事由请写得具体一些', '日期与实际不符，请核对后再报'],
  reject: ['近期任务较重，暂不同意', '不符合规定，不予办理', '本月经费已安排完毕'],
  withdraw: ['信息填写有误，先撤回', '时间有变化'],
  transfer: ['外出办案，请代为审批'],
  void: ['情况变化，申请人要求取消本次申请', '重复提交，经核实后予以作废处理'],
} as const
