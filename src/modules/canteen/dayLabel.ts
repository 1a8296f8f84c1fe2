import type { Language } from '#src/define/messages.ts'

/** A day as people speak of it: 3月12日周四, Thu, 12 Mar. */
export function dayLabel(day: string, language: Language): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'zh-Hans-CN', {
    month: language === 'en' ? 'short' : 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: 'UTC',
  }).format(Date.parse(day))
}
