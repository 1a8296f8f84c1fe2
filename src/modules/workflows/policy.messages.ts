import en from './texts/policy.en.ts'
import zhHans from './texts/policy.zhHans.ts'

export const policyMessages = { zhHans, en }
