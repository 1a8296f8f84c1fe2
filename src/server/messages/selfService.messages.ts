/** Texts of registration, forgotten passwords, reminders and maintenance (10.1). */
import { defineMessages } from '#src/define/messages.ts'

export const selfServiceMessages = defineMessages(
  {
    selfService: {
      off: '自助注册与找回密码未开放，请联系管理员',
      registered: '申请已提交，请等待管理员审核',
      resetAsked: '若信息一致，安全管理员将与您核实后重置',
      decided: '该申请已处理，请刷新',
      ownReset: '本人的密码须由另一位安全管理员重置',
      empNoTaken: '工号{0}已有账号',
      mobileTaken: '该手机号已被其他账号使用',
      usernameTaken: '登录名“{0}”已存在',
      deptClosed: '申请的部门已停用',
    },
    notice: {
      registration: '{0}（{1}）申请注册账号，请审核',
      passwordResetAsked: '{0}（{1}）申请重置密码，请核实',
      passwordReset: '您的密码已由安全管理员重置。如非本人申请，请立即联系安全管理员',
      comingSoon: '您关注的功能预计今日（{0}）上线',
    },
    maintenance: '系统维护中，请稍后再试',
  },
  {
    selfService: {
      off: 'Registration and password recovery are not open, contact the administrator',
      registered: 'Submitted, wait for review',
      resetAsked: 'If the data match, the security admin will verify and reset',
      decided: 'This request was already handled, refresh',
      ownReset: 'Your own password has to be reset by another security administrator',
      empNoTaken: 'Employee number {0} has an account already',
      mobileTaken: 'This mobile number belongs to another account',
      usernameTaken: 'The username "{0}" is taken',
      deptClosed: 'The department asked for is disabled',
    },
    notice: {
      registration: '{0} ({1}) asks for an account',
      passwordResetAsked: '{0} ({1}) asks for a new password, verify who it is',
      passwordReset:
        'Your password was reset by the security administrator. If you did not ask for it, tell them at once',
      comingSoon: 'The function you are waiting for is expected today ({0})',
    },
    maintenance: 'The system is being maintained, try again later',
  },
)
