import en from './plan.en.ts'
import zhHans from './plan.zhHans.ts'

export const planMessages = { zhHans, en }
