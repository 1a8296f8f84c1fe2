import en from './texts/en.ts'
import zhHans from './texts/zhHans.ts'

/** Each topic has its own catalogue. */
export const systemMessages = { zhHans, en }
