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
      ticketLogBroken: '工单审批记录校验失败（第{0}条），记录可能被改动，请立即核查',
      logHeadLost: '数据库中的日志与库外留存不一致，末尾可能被删除，或数据库被恢复到旧状态，请立即核查',
      fileQuarantined: '{0}上传的文件“{1}”未通过安全检查（{2}），已隔离',
      exportReady: '“{0}”的导出文件已生成，72小时内可下载',
      exportFailed: '“{0}”导出失败，可重试',
      ticketWaits: '工单{0}没有可以处理的人，请调整部门负责人或人员，调整后自动继续',
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
      recallLate: 'Messages sent more than {0} minutes ago cannot be recalled',
      logBroken:
        'Row {0} of the operation log failed verification. The log may have been altered; check it immediately.',
      loginLogBroken:
        'The sign-in log up to row {0} failed verification. The log may have been altered; check it immediately.',
      frontendLogBroken:
        'The frontend log up to row {0} failed verification. The log may have been altered; check it immediately.',
      ticketLogBroken:
        'The approval record failed verification (row {0}). It may have been altered; check it immediately.',
      logHeadLost:
        'The logs in the database do not match the copy kept outside it. Entries may have been deleted or an old backup restored; check immediately.',
      fileQuarantined: 'The file "{1}" uploaded by {0} failed the security check ({2}) and is quarantined',
      exportReady: 'The export of "{0}" is ready and can be downloaded within 72 hours',
      exportFailed: 'The export of "{0}" failed. You can try again.',
      ticketWaits:
        'No handler is available for ticket {0}. Assign a department leader or staff; it then continues automatically.',
      ticketBroken: 'The stored state of ticket {0} does not match its approval record; check immediately',
    },
    job: { running: 'The job is running. Try again later.' },
    rule: {
      'SYS-03': 'At least one enabled person must keep the role "{0}"',
      'SYS-11': 'You cannot disable or delete your own account',
      'INV-15': 'The account cannot be disabled: no one else can handle these tickets: {0}',
      'SYS-101': 'Only system and security administrators can send messages to everyone',
      'SYS-81': 'The file "{0}" is used in {1} places and cannot be deleted',
      'SYS-102': 'Each person can send at most {0} messages a day',
    },
    file: {
      typeRefused: 'This file type is not supported. Allowed: pdf, jpg, png, doc, docx, xls, xlsx, ofd, zip',
      empty: 'The file is empty',
      tooManyPixels: 'Pictures must not exceed {0} megapixels',
      tooLargeForUse: 'Files for this purpose must not exceed {0} MB',
      pictureOnly: 'Upload a jpg or png picture',
      quarantined: 'The file failed the security check and is quarantined',
      pending: 'The file is being checked. Try again in a moment.',
    },
  },
)
