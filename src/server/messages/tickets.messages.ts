/** Texts of the ticket engine: error keys wf.* of §0.7, rules WF-*, and notices about tickets. */
import { defineMessages } from '#src/define/messages.ts'

export const ticketsMessages = defineMessages(
  {
    check: { notWritable: '当前环节不能修改此项', fileOwner: '只能附上本人上传的文件' },
    wf: {
      stateChanged: '该工单已被处理，请刷新',
      notCandidate: '您不是当前环节处理人',
      selfApproval: '不能审批本人提交的申请',
      noParticipant: '环节“{0}”没有可用处理人，请联系管理员',
      withdrawNotAllowed: '已进入办理环节，不能撤回',
      commentRequired: '退回或驳回必须填写意见（不少于5个字）',
      disabled: '该申请类型已停用',
      quarantined: '工单{0}的存档数据异常，已停止处理，请联系管理员',
    },
    rule: {
      'WF-08': '不能退回到所选环节',
      'WF-10': '不能转办给该人员：须为其他在岗人员，不能是申请人或已在本环节的人员，且最多转办5次',
      'WF-16': '每{0}分钟最多催办一次',
      'WF-17': '该环节需要逐件填写或签名，不能批量审批',
    },
    ticket: { approved: '同意' },
    notice: {
      ticket: {
        task: '工单{0}待您处理：{1}',
        copy: '工单{0}抄送给您：{1}',
        urged: '申请人催办工单{0}：{1}',
        overdue: '工单{0}等待您处理，请尽快办理：{1}',
        returned: '您的工单{0}被退回：{1}',
        rejected: '您的工单{0}被驳回：{1}',
        completed: '您的工单{0}已办结：{1}',
        voided: '您的工单{0}已作废：{1}',
        mentioned: '有人在工单{0}的评论中提到您：{1}',
      },
    },
  },
  {
    check: {
      notWritable: 'This field cannot be changed in this step',
      fileOwner: 'Only files you uploaded yourself can be attached',
    },
    wf: {
      stateChanged: 'This ticket was already handled, refresh',
      notCandidate: 'You are not a handler of the current step',
      selfApproval: 'You cannot approve your own application',
      noParticipant: 'Step "{0}" has no available handler',
      withdrawNotAllowed: 'Handling started, withdrawal not allowed',
      commentRequired: 'A comment of at least 5 characters is required',
      disabled: 'This application type is disabled',
      quarantined: 'The stored data of ticket {0} is damaged and it was set aside, contact the administrator',
    },
    rule: {
      'WF-08': 'The ticket cannot be returned to the chosen step',
      'WF-10':
        'The task cannot be transferred to this person: choose somebody else in service who is neither the applicant nor in this step; at most 5 transfers',
      'WF-16': 'At most one reminder every {0} minutes',
      'WF-17': 'This step needs fields or a signature for each ticket and cannot be approved in a batch',
    },
    ticket: { approved: 'Approved' },
    notice: {
      ticket: {
        task: 'Ticket {0} awaits you: {1}',
        copy: 'Ticket {0} was copied to you: {1}',
        urged: 'The applicant asks you to hurry with ticket {0}: {1}',
        overdue: 'Ticket {0} is waiting for you: {1}',
        returned: 'Your ticket {0} was returned: {1}',
        rejected: 'Your ticket {0} was rejected: {1}',
        completed: 'Your ticket {0} is completed: {1}',
        voided: 'Your ticket {0} was voided: {1}',
        mentioned: 'You were mentioned in a comment on ticket {0}: {1}',
      },
    },
  },
)
