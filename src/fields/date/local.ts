import { isDay } from './day.ts'

const two = (part: number): string => String(part).padStart(2, '0')

/** The parts of a text as a local Date, for pickers alone: texts on the wire never pass through a time zone. Null for anything but a day or a moment. */
export function toDate(text: string): Date | null {
  const day = text.slice(0, 10)
  if (!isDay(day)) return null
  const [hours = 0, minutes = 0, seconds = 0] = text.slice(11).split(':').map(Number)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, hours || 0, minutes || 0, seconds || 0)
}

export const dayText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
export const timeText = (date: Date): string => `${two(date.getHours())}:${two(date.getMinutes())}:00`
