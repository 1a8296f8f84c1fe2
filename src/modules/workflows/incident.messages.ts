import { defineMessages } from '#src/define/messages.ts'

/** Texts of the incidents page. */
export const incidentMessages = defineMessages(
  {
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
    pages: { '/workflow/incident': '工单异常', '/workflow/replay-report': '审批记录核对报告' },
  },
  {
    records: {
      ticketIncident: {
        title: 'Ticket incidents',
        fields: {
          ticketNo: 'Ticket no.',
          ticketTitle: 'Ticket',
          source: 'Detected by',
          state: 'Status',
          times: 'Times detected',
          foundAt: 'First detected',
          seenAt: 'Last detected',
          faults: 'Details',
          reason: 'Reason for closing',
          closedBy: 'Closed by',
          closedAt: 'Closed at',
        },
        actions: { close: 'Close incident' },
      },
      ticketReplayReport: {
        title: 'Approval record checks',
        fields: { startedAt: 'Started', finishedAt: 'Finished', checked: 'Tickets checked', unsound: 'Inconsistent' },
      },
    },
    dictionaries: {
      incidentSource: {
        title: 'Detected by',
        entries: { replay: 'Nightly check', commit: 'Check on submission', nobody: 'No handler' },
      },
      incidentState: { title: 'Incident status', entries: { open: 'Open', closed: 'Closed' } },
    },
    pages: { '/workflow/incident': 'Ticket incidents', '/workflow/replay-report': 'Approval record checks' },
  },
)
