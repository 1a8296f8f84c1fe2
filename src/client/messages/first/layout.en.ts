import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './layout.zhHans.ts'

export default {
  languages: { zhHans: '简体中文', en: 'English' },
  toLight: 'Switch to the light theme',
  toDark: 'Switch to the dark theme',
  locked: 'The screen is locked. Enter your password to continue',
  wrongPassword: 'Wrong password',
  unlock: 'Unlock',
  shippedSite: '智慧警保',
  signOut: 'Sign out',
} satisfies SameKeys<typeof zhHans>
