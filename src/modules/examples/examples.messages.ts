import en from './texts/en.ts'
import zhHans from './texts/zhHans.ts'

export const examplesMessages = { zhHans, en }
