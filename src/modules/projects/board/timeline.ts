/** The days of a Gantt chart in pixels. */

export type Zoom = 'month' | 'quarter'

/** Pixels of a month in each zoom. */
const MONTH_WIDTH: Readonly<Record<Zoom, number>> = { month: 96, quarter: 36 }

export interface Scale {
  readonly first: string
  readonly months: readonly string[]
  readonly monthWidth: number
  readonly width: number
}

const monthNumber = (month: string): number => {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return year * 12 + of - 1
}
const monthText = (number: number): string => `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** The months from the first to the last of the projects, with today's among them. */
export function scaleOf(
  spans: readonly { readonly startMonth: string; readonly endMonth: string }[],
  today: string,
  zoom: Zoom,
): Scale {
  const now = monthNumber(today.slice(0, 7))
  const first = Math.min(now, ...spans.map((span) => monthNumber(span.startMonth)))
  const last = Math.max(now, ...spans.map((span) => monthNumber(span.endMonth)))
  const months = Array.from({ length: last - first + 1 }, (_, index) => monthText(first + index))
  const monthWidth = MONTH_WIDTH[zoom]
  return { first: monthText(first), months, monthWidth, width: months.length * monthWidth }
}

const daysIn = (month: string): number => {
  const [year = 0, of = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, of, 0)).getUTCDate()
}

/** Pixels from the left of the chart to a day. */
export function placeOf(day: string, { first, monthWidth }: Scale): number {
  const month = day.slice(0, 7)
  const share = (Number(day.slice(8, 10)) - 1) / daysIn(month)
  return Math.round((monthNumber(month) - monthNumber(first) + share) * monthWidth)
}

/** Left edge and width of a project's months. */
export function barOf(
  startMonth: string,
  endMonth: string,
  scale: Scale,
): { readonly left: number; readonly width: number } {
  const left = placeOf(`${startMonth}-01`, scale)
  return { left, width: (monthNumber(endMonth) - monthNumber(startMonth) + 1) * scale.monthWidth }
}

/** The heads above the months: the months themselves, or quarters and years. */
export function headsOf(
  { months, monthWidth }: Scale,
  zoom: Zoom,
): readonly { readonly label: string; readonly width: number }[] {
  if (zoom === 'month') return months.map((label) => ({ label, width: monthWidth }))
  const heads: { label: string; width: number }[] = []
  for (const month of months) {
    const label = `${month.slice(0, 4)} Q${Math.ceil(Number(month.slice(5, 7)) / 3)}`
    const last = heads.at(-1)
    if (last?.label === label) last.width += monthWidth
    else heads.push({ label, width: monthWidth })
  }
  return heads
}
