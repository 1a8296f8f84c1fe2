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
    },
    notice: {
      payeeChanged: '您的收款账户已变更。如非本人操作，请立即修改密码并联系安全管理员',
      delegated: '{0}委托您代为审批（{1} 至 {2}）',
    },
  },
  {
    personal: {
      payeeIncomplete: 'Bank and account number belong together',
      passwordNeeded: 'Changing the mobile number or email needs the current password',
      avatarSize: 'The picture must have {0} x {0} pixels',
      notSelf: 'You cannot delegate to yourself',
      endBeforeStart: 'The end must be after the start and after now',
      tooLong: 'A delegation lasts at most {0} days',
      delegationOverlap: 'These approvals are delegated already in that time',
    },
    notice: {
      payeeChanged:
        'Your bank account was changed. If it was not you, change your password and tell the security administrator at once',
      delegated: '{0} asks you to approve on their behalf ({1} to {2})',
    },
  },
)
