/** What a cron expression says, as far as it is one of the usual ones. */
export type CronWords =
  | { readonly kind: 'daily' | 'weekdays'; readonly at: string }
  | { readonly kind: 'weekly'; readonly at: string; readonly day: Weekday }
  | { readonly kind: 'monthly'; readonly at: string; readonly day: number }
  | { readonly kind: 'hourly'; readonly minute: number }
  | { readonly kind: 'minutes'; readonly every: number }
  | { readonly kind: 'custom' }

export const weekdays = ['0', '1', '2', '3', '4', '5', '6'] as const
export type Weekday = (typeof weekdays)[number]

const NUMBER = /^\d{1,2}$/
const STEP = /^\*\/(\d{1,2})$/

const timeOf = (hour: string, minute: string): string => `${Number(hour)}:${minute.padStart(2, '0')}`

/** The words of an expression of five fields; `custom` for every other. */
export function cronWords(expression: string): CronWords {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = expression.trim().split(/\s+/)
  if (rest.length > 0 || month !== '*') return { kind: 'custom' }
  const isEveryDay = day === '*' && weekday === '*'
  const step = STEP.exec(minute)
  if (step !== null && hour === '*' && isEveryDay) return { kind: 'minutes', every: Number(step[1]) }
  if (!NUMBER.test(minute)) return { kind: 'custom' }
  if (hour === '*' && isEveryDay) return { kind: 'hourly', minute: Number(minute) }
  if (!NUMBER.test(hour)) return { kind: 'custom' }
  const at = timeOf(hour, minute)
  if (isEveryDay) return { kind: 'daily', at }
  if (day === '*' && weekday === '1-5') return { kind: 'weekdays', at }
  const named = weekdays.find((one) => Number(one) === Number(weekday) % 7)
  if (day === '*' && /^[0-7]$/.test(weekday) && named !== undefined) return { kind: 'weekly', at, day: named }
  if (weekday === '*' && NUMBER.test(day)) return { kind: 'monthly', at, day: Number(day) }
  return { kind: 'custom' }
}
