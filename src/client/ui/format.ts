import type { Language } from '#src/define/messages.ts'

/** `12345.50` -> `12,345.50`, exact on the decimal string (INV-12); anything else as it is. */
export function moneyText(value: string | number): string {
  const text = typeof value === 'number' ? value.toFixed(2) : value
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (parts === null) return text
  const [, sign = '', whole = '', cents = ''] = parts
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
}

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
