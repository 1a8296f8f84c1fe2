import type { MessageTree } from '#src/define/messages.ts'

export default {
  languages: { zhHans: '简体中文', en: 'English' },
  toLight: '切换为浅色主题',
  toDark: '切换为深色主题',
  locked: '屏幕已锁定，请输入密码继续',
  wrongPassword: '密码错误',
  unlock: '解锁',
  shippedSite: '智慧警保',
  signOut: '退出登录',
} satisfies MessageTree
