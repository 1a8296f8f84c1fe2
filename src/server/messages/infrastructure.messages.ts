/** Texts of notices, files, jobs and the operation log. */
import { defineMessages } from '#src/define/messages.ts'

export const infrastructureMessages = defineMessages(
  {
    notice: {
      written: '{0}',
      recallLate: '发送超过{0}分钟的消息不能撤回',
      logBroken: '操作日志第{0}条校验失败，日志可能被改动，请立即核查',
      loginLogBroken: '登录日志截至第{0}条的封存校验失败，日志可能被改动，请立即核查',
      frontendLogBroken: '前端日志截至第{0}条的封存校验失败，日志可能被改动，请立即核查',
      fileQuarantined: '{0}上传的文件“{1}”未通过安全检查（{2}），已隔离',
      exportReady: '“{0}”的导出文件已生成，72小时内可下载',
      exportFailed: '“{0}”导出失败，可重试',
      ticketBroken: '工单{0}的存档与审批记录不一致，请立即核查',
    },
    job: { running: '任务正在运行，请稍后再试' },
    rule: {
      'SYS-03': '角色“{0}”必须保留至少一名启用的人员',
      'SYS-11': '不能停用或删除本人账号',
      'INV-15': '以下工单没有其他可用处理人，不能停用：{0}',
      'SYS-101': '只有系统管理员或安全管理员可以向全体人员发送消息',
      'SYS-81': '文件“{0}”被引用{1}次，不能删除',
      'SYS-102': '每人每天最多发送{0}条消息',
    },
    file: {
      typeRefused: '不支持该类型的文件，可上传 pdf、jpg、png、doc、docx、xls、xlsx、ofd、zip',
      empty: '文件是空的',
      tooManyPixels: '图片不能超过{0}百万像素',
      tooLargeForUse: '该用途的文件不能超过{0}MB',
      pictureOnly: '请上传 jpg 或 png 图片',
      quarantined: '文件未通过安全检查，已隔离',
      pending: '文件正在进行安全检查，请稍后再试',
    },
  },
  {
    notice: {
      written: '{0}',
      recallLate: 'A message older than {0} minutes cannot be recalled',
      logBroken:
        'Row {0} of the operation log does not match its hash; the log may have been altered, check it at once',
      loginLogBroken:
        'The seal of the login log up to row {0} does not hold; the log may have been altered, check it at once',
      frontendLogBroken:
        'The seal of the frontend log up to row {0} does not hold; the log may have been altered, check it at once',
      fileQuarantined: 'The file "{1}" uploaded by {0} did not pass the security check ({2}) and is quarantined',
      exportReady: 'The export of "{0}" is ready and can be downloaded for 72 hours',
      exportFailed: 'The export of "{0}" failed; you can try again',
      ticketBroken: 'The stored state of ticket {0} contradicts its log, check it at once',
    },
    job: { running: 'The job is running, please try again later' },
    rule: {
      'SYS-03': 'The role "{0}" must keep at least one enabled person',
      'SYS-11': 'You cannot disable or delete your own account',
      'INV-15': 'Nobody else can take over these tickets, so the account cannot be disabled: {0}',
      'SYS-101': 'Only the system administrator or the security administrator may write to everybody',
      'SYS-81': 'The file "{0}" is referred to {1} times and cannot be deleted',
      'SYS-102': 'At most {0} messages a day for each person',
    },
    file: {
      typeRefused: 'This type of file is not accepted; pdf, jpg, png, doc, docx, xls, xlsx, ofd and zip are',
      empty: 'The file is empty',
      tooManyPixels: 'A picture may have {0} million pixels at most',
      tooLargeForUse: 'A file for this use may have {0} MB at most',
      pictureOnly: 'Please choose a jpg or png picture',
      quarantined: 'The file did not pass the security check and is quarantined',
      pending: 'The file is being checked, please try again in a moment',
    },
  },
)
