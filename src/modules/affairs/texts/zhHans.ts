import type { MessageTree } from '#src/define/messages.ts'

export default {
  applications: {
    otherBusiness: {
      title: '其他事项',
      aliases: '报修|求助|建议|服务',
      purpose: '没有专门申请类型的事项',
      guide:
        '说明需要办理的事情，由警保内勤指定办理人；办理完成后请确认结果并评分。涉及报销付款的事项请使用财务类申请。',
      sections: { request: '申请事项', processing: '办理情况', verification: '确认评价' },
      fields: {
        bizType: '事项类别',
        content: '事项内容',
        expectAt: '期望完成时间',
        amount: '参考金额',
        handlerId: '办理人',
        result: '办理结果',
        resultFiles: '结果附件',
        rating: '满意度（1–5）',
        ratingNote: '评价说明',
      },
    },
  },
  records: {},
  dictionaries: {
    otherBusinessType: {
      title: '其他事项类别',
      entries: {
        IT: '信息化',
        property: '物业',
        venue: '场地',
        visitor: '来访',
        suggestion: '建议',
        feedback: '反馈',
      },
    },
  },
  rules: {
    'affairs.useFinance': '涉及金额的事项建议使用财务类申请，此处金额仅供参考',
    'affairs.supervise': '工单{0}（{1}）交办已满{2}个工作日仍未办结，建议转督办',
  },
} satisfies MessageTree
