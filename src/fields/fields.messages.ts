import en from './fields.en.ts'
import zhHans from './fields.zhHans.ts'

export const fieldsMessages = { zhHans, en }
