import { defineMessages } from '#src/define/messages.ts'

/** Texts of one ticket: signature, comments with names, what a void undoes, related records, guide. */
export default defineMessages(
  {
    signature: {
      title: '签名',
      password: '登录密码',
      draw: '在此手写签名',
      write: '用姓名签名',
      saved: '使用上次签名',
      clear: '清除',
      of: '{0}的签名',
      missing: '请输入密码并签名',
    },
    comment: { mention: '提及参与人', hint: '输入 @ 提及参与人' },
    reversal: { title: '作废将撤销：' },
    related: { title: '相关业务记录' },
    guide: { show: '{0}的办理说明' },
    check: { failed: '业务校验未通过', explain: '以下数据不支持现在同意：{0}' },
  },
  {
    signature: {
      title: 'Signature',
      password: 'Your password',
      draw: 'Sign here by hand',
      write: 'Sign with my name',
      saved: 'Use my last signature',
      clear: 'Clear',
      of: 'Signature of {0}',
      missing: 'Enter your password and sign',
    },
    comment: { mention: 'Mention somebody', hint: 'Type @ to mention somebody' },
    reversal: { title: 'Voiding will undo:' },
    related: { title: 'Related records' },
    guide: { show: 'How to apply for {0}' },
    check: { failed: 'Check failed', explain: 'These figures do not bear an approval now: {0}' },
  },
)
