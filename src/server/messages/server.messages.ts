/** What the server says by itself: the error keys of 00-overview §0.7 that no module owns, and sign-in. */
import { defineMessages } from '#src/define/messages.ts'

export const serverMessages = defineMessages(
  {
    answer: {
      ok: '成功',
      validation: '提交的内容有误，请检查标出的项目',
      unauthorized: '请先登录',
      notFound: '数据不存在或无权查看',
      failed: '服务器内部错误，请稍后再试',
      tooLarge: '提交的内容过大',
      unreadable: '提交的内容格式不正确',
      unavailable: '服务正在停止，请稍后再试',
    },
    check: {
      invalid: '内容不正确',
      tooDeep: '内容嵌套超过{0}层',
      format: '格式不正确',
    },
    version: { conflict: '数据已被他人修改，请刷新后重试' },
    ref: { inUse: '{0}已被使用，不能删除' },
    permission: { denied: '没有操作权限，请联系管理员' },
    rate: { limited: '操作过于频繁，请稍后再试' },
    idempotency: { mismatch: '同一操作标识已用于不同的内容，请刷新后重试' },
    file: { tooLarge: '文件不能超过{0}MB', missing: '请选择文件' },
    login: {
      locked: '账号已锁定，请{0}分钟后再试',
      failed: '用户名或密码错误',
      disabled: '账号已停用',
    },
    captcha: { invalid: '验证码错误或已过期', sum: '{0} 加 {1} 等于多少？', difference: '{0} 减 {1} 等于多少？' },
    password: {
      weak: '密码至少10位，含大小写字母、数字、符号中的三类',
      reused: '不能使用最近{0}次用过的密码',
      wrong: '原密码错误',
      unequal: '两次输入的密码不一致',
      mustChange: '请先修改密码',
    },
    role: { conflict: '角色{0}与{1}不能由同一人担任' },
  },
  {
    answer: {
      ok: 'OK',
      validation: 'Some entries are not valid, check the marked ones',
      unauthorized: 'Sign in first',
      notFound: 'The record does not exist or you may not see it',
      failed: 'Internal server error, try again later',
      tooLarge: 'The content is too large',
      unreadable: 'The content cannot be read',
      unavailable: 'The service is stopping, try again later',
    },
    check: {
      invalid: 'Not valid',
      tooDeep: 'Nested deeper than {0} levels',
      format: 'Wrong format',
    },
    version: { conflict: 'Record changed by someone else, refresh and retry' },
    ref: { inUse: '{0} is in use and cannot be deleted' },
    permission: { denied: 'No operation permission, contact the administrator' },
    rate: { limited: 'Too many requests' },
    idempotency: { mismatch: 'This operation key was used for other content, refresh and retry' },
    file: { tooLarge: 'A file may have at most {0} MB', missing: 'Choose a file' },
    login: {
      locked: 'Account locked, retry in {0} minutes',
      failed: 'Wrong username or password',
      disabled: 'Account disabled',
    },
    captcha: {
      invalid: 'Captcha wrong or expired',
      sum: 'What is {0} plus {1}?',
      difference: 'What is {0} minus {1}?',
    },
    password: {
      weak: 'Password: 10+ chars, 3 of upper/lower/digit/symbol',
      reused: 'The last {0} passwords cannot be used again',
      wrong: 'The old password is wrong',
      unequal: 'The two passwords differ',
      mustChange: 'Change your password first',
    },
    role: { conflict: 'Roles {0} and {1} cannot be held by one person' },
  },
)
