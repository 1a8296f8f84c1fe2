import en from './menu.en.ts'
import zhHans from './menu.zhHans.ts'

export const menuMessages = { zhHans, en }
