import en from './white-list.en.ts'
import zhHans from './white-list.zhHans.ts'

export const whiteListMessages = { zhHans, en }
