import { addDays } from '#src/define/days.ts'

const part = /^(\d{1,2})(?:-(\d{1,2}))?$/

/** Days of a month out of what people write, `1,3,5-7`; null when that is no list of its days. */
export function daysOfMonth(month: string, written: string): readonly string[] | null {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) return null
  const days = new Set<string>()
  for (const piece of written.split(/[,，、\s]+/).filter((text) => text !== '')) {
    const match = part.exec(piece)
    if (!match) return null
    const [from, to] = [Number(match[1]), Number(match[2] ?? match[1])]
    if (from < 1 || to < from || to > 31) return null
    for (let day = from; day <= to; day += 1) {
      const text = addDays(`${month}-01`, day - 1)
      if (!text.startsWith(month)) return null
      days.add(text)
    }
  }
  return days.size === 0 ? null : [...days].sort()
}
