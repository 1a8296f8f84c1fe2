import en from './pay.en.ts'
import zhHans from './pay.zhHans.ts'

/** Texts of the cashier's work (30.7). */
export const payMessages = { zhHans, en }
