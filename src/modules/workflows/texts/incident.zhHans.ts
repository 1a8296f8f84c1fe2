import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the incidents page. */
export default {
  records: {
    ticketIncident: {
      title: '工单异常',
      fields: {
        ticketNo: '单号',
        ticketTitle: '工单标题',
        source: '发现方式',
        state: '状态',
        times: '发现次数',
        foundAt: '首次发现',
        seenAt: '最近发现',
        faults: '异常内容',
        reason: '处理说明',
        closedBy: '关闭人',
        closedAt: '关闭时间',
      },
      actions: { close: '关闭异常' },
    },
    ticketReplayReport: {
      title: '审批记录核对报告',
      fields: { startedAt: '开始时间', finishedAt: '完成时间', checked: '核对工单', unsound: '不一致' },
    },
  },
  dictionaries: {
    incidentSource: {
      title: '异常发现方式',
      entries: { replay: '夜间核对', commit: '提交校验', nobody: '无人处理' },
    },
    incidentState: { title: '异常状态', entries: { open: '待处理', closed: '已关闭' } },
  },
} satisfies MessageTree
