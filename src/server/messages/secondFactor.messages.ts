import { defineMessages } from '#src/define/messages.ts'

/** What is asked and refused around the second factor. */
export const secondFactorMessages = defineMessages(
  {
    login: {
      otpNeeded: '请输入身份验证器中的6位动态码，或一个恢复码',
      otpWrong: '动态码或恢复码不正确',
      otpEnrol: '您的角色要求两步验证，请先用身份验证器扫描二维码',
    },
    secondFactor: {
      isOn: '两步验证已启用；更换设备请联系安全管理员重置',
      isOff: '该账号未启用两步验证',
    },
    notice: {
      secondFactorReset: '您的两步验证已由安全管理员重置。如非本人申请，请立即联系安全管理员',
      secondFactorOn: '两步验证已启用，请到个人中心保存恢复码',
    },
  },
  {
    login: {
      otpNeeded: 'Enter the 6-digit code from your authenticator app, or a recovery code',
      otpWrong: 'Incorrect verification code or recovery code',
      otpEnrol: 'Your role requires two-step verification. Scan the QR code with an authenticator app first.',
    },
    secondFactor: {
      isOn: 'Two-step verification is on. To use another device, ask the security administrator for a reset.',
      isOff: 'Two-step verification is not enabled for this account',
    },
    notice: {
      secondFactorReset:
        'Your two-step verification was reset by the security administrator. If you did not request this, contact them immediately.',
      secondFactorOn: 'Two-step verification is on. Save your recovery codes in the personal centre.',
    },
  },
)
