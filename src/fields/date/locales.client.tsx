import type { Locale } from 'date-fns'
import en from 'date-fns/esm/locale/en-US'
import zhHans from 'date-fns/esm/locale/zh-CN'

export const locales: Readonly<Record<'zhHans' | 'en', Locale>> = { zhHans, en }
