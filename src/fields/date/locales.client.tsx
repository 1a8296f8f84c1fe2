import type { Locale } from 'date-fns'
import en from 'date-fns/locale/en-US'
import zhHans from 'date-fns/locale/zh-CN'

export const locales: Readonly<Record<'zhHans' | 'en', Locale>> = { zhHans, en }
