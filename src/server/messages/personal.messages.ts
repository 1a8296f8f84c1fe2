/** What the personal centre refuses and tells (10.3). */
import { defineMessages } from '#src/define/messages.ts'

export const personalMessages = defineMessages(
  {
    personal: {
      payeeIncomplete: '开户行与银行账号须同时填写',
      passwordNeeded: '修改手机或邮箱须输入当前密码',
      avatarSize: '头像须为{0}×{0}像素',
      notSelf: '不能委托给本人',
      endBeforeStart: '结束时间须晚于开始时间和当前时间',
      tooLong: '委托最长{0}天',
      delegationOverlap: '该时段内同类审批已有委托',
      phraseKnown: '已有相同的常用语',
      phrasesFull: '每类最多保存{0}条常用语，请先删除不用的',
    },
    notice: {
      payeeChanged: '您的收款账户已变更。如非本人操作，请立即修改密码并联系安全管理员',
      delegated: '{0}委托您代为审批（{1} 至 {2}）',
    },
  },
  {
    personal: {
      payeeIncomplete: 'Enter both the bank and the account number',
      passwordNeeded: 'Enter your current password to change the mobile number or email',
      avatarSize: 'The picture must be {0} × {0} pixels',
      notSelf: 'You cannot delegate to yourself',
      endBeforeStart: 'The end must be after the start and in the future',
      tooLong: 'A delegation can last at most {0} days',
      delegationOverlap: 'Approvals of these types are already delegated in this period',
      phraseKnown: 'This phrase already exists',
      phrasesFull: 'At most {0} phrases per action. Delete one you no longer need.',
    },
    notice: {
      payeeChanged:
        'Your payee account was changed. If this was not you, change your password and contact the security administrator immediately.',
      delegated: '{0} has delegated approvals to you ({1} to {2})',
    },
  },
)
