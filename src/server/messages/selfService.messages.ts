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
      passwordResetProposed: '{0}提出重置{1}的登录密码，待第二人确认。如非本人申请，请立即联系审计管理员',
      secondFactorResetProposed: '{0}提出重置{1}的两步验证，待第二人确认。如非本人申请，请立即联系审计管理员',
      passwordResetOf: '{0}重置了{1}的登录密码，如有疑问请核实',
      secondFactorResetOf: '{0}重置了{1}的两步验证，如有疑问请核实',
      comingSoon: '您关注的功能预计今日（{0}）上线',
    },
    maintenance: '系统维护中，请稍后再试',
  },
  {
    selfService: {
      off: 'Self-service registration and password recovery are not available. Contact your administrator.',
      registered: "Request submitted. Wait for the administrator's review.",
      resetAsked:
        'If the information matches, the security administrator will verify your identity and reset the password',
      decided: 'This request has already been handled. Refresh to continue.',
      ownReset: 'Your own password must be reset by another security administrator',
      empNoTaken: 'Employee number {0} already has an account',
      mobileTaken: 'This mobile number is used by another account',
      usernameTaken: 'Username "{0}" already exists',
      deptClosed: 'The requested department is disabled',
    },
    notice: {
      registration: '{0} ({1}) has requested an account. Please review.',
      passwordResetAsked: '{0} ({1}) has requested a password reset. Please verify.',
      passwordResetProposed:
        '{0} asked to reset the password of {1}; a second person must confirm. If {1} did not request this, contact the auditor immediately.',
      secondFactorResetProposed:
        '{0} asked to reset the second factor of {1}; a second person must confirm. If {1} did not request this, contact the auditor immediately.',
      passwordResetOf: '{0} reset the password of {1}. Verify if in doubt.',
      secondFactorResetOf: '{0} reset the second factor of {1}. Verify if in doubt.',
      passwordReset:
        'Your password was reset by the security administrator. If you did not request this, contact them immediately.',
      comingSoon: 'The feature you follow is expected today ({0})',
    },
    maintenance: 'System under maintenance. Please try again later.',
  },
)
