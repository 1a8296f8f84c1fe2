import type { Language } from '#src/define/messages.ts'

export { moneyText } from '#src/define/money.ts'

/** The wire's `yyyy-MM-dd HH:mm:ss` is already Shanghai time; seconds are dropped where they say nothing. */
export function dateText(value: string, precision: 'day' | 'minute' | 'second' = 'minute'): string {
  return value.slice(0, precision === 'day' ? 10 : precision === 'minute' ? 16 : 19)
}

/** How long ago `then` (wire time) was at `now` (milliseconds): a rough amount and its unit; display only (INV-13). */
export function agoText(then: string, now: number, language: Language): string {
  const minutes = Math.round((Date.parse(`${then.replace(' ', 'T')}+08:00`) - now) / 60_000)
  const format = new Intl.RelativeTimeFormat(language === 'en' ? 'en' : 'zh-Hans', { numeric: 'auto' })
  if (Math.abs(minutes) < 60) return format.format(minutes, 'minute')
  if (Math.abs(minutes) < 60 * 24) return format.format(Math.round(minutes / 60), 'hour')
  return format.format(Math.round(minutes / 1440), 'day')
}
