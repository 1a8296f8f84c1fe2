import { z } from 'zod'
import { trimText } from '#machines/ticket/engine/visibleText.ts'
import { FileAnswer } from '#src/define/answer.ts'
import { textPatterns } from '#src/define/api/openapi.ts'
import type { CalendarDay } from '#src/define/calendar.ts'
import { operation } from '#src/define/operations/operations.ts'
import { badFile, type Problem, ValidationError } from '#src/define/problem.ts'
import { type RouteDefinition, route, type Upload } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { dayText } from '#src/server/http/schemas.ts'
import { plainRows, sheetAnswer } from '#src/server/records/transfer/sheets.ts'
import { copyYear, daysAround, daysOf, markDays } from './workCalendar.ts'

const PATH = '/api/system/work_calendar/'
const COLUMNS = ['day', 'kind', 'name', 'nameEn'] as const
/** Days of one call: a year and more. */
const MAX_DAYS = 400
const MAX_BYTES = 1024 * 1024

const year = z.number().int().min(2000).max(2100)
const day = dayText.refine((text) => text >= '2000-01-01' && text <= '2100-12-31').meta(textPatterns.day)
const name = z.string().overwrite(trimText).max(30)

const marked = z
  .strictObject({
    day,
    kind: z.enum(['holiday', 'makeup']).nullable(),
    name: name.default(''),
    nameEn: z.string().overwrite(trimText).max(60).default(''),
  })
  .refine((one) => one.kind === null || one.name !== '', { path: ['name'] })

const query = z.strictObject({
  year: z.coerce.number().int().min(2000).max(2100),
  format: z.enum(['json', 'xlsx']).default('xlsx'),
})

/** A cell as the text a person wrote; a spreadsheet may have made a date of it. */
const textOf = (cell: unknown): string =>
  cell instanceof Date
    ? cell.toISOString().slice(0, 10)
    : cell === null || cell === undefined
      ? ''
      : String(cell).trim()

/** The rows of a file, JSON or xlsx, as objects. */
async function rowsOf({ parser }: Services, { name, content }: Upload, sender: number): Promise<readonly unknown[]> {
  if (!name.toLowerCase().endsWith('.json')) {
    const [head, ...body] = plainRows(await parser.parse('table', content, { rows: MAX_DAYS }, sender))
    if (head?.slice(0, COLUMNS.length).map(textOf).join() !== COLUMNS.join())
      throw badFile('calendar.head', COLUMNS.join())
    return body.map((cells) => Object.fromEntries(COLUMNS.map((column, index) => [column, textOf(cells[index])])))
  }
  const parsed = await parser.parse('json', content, {}, sender)
  const days = typeof parsed === 'object' && parsed !== null && 'days' in parsed ? parsed.days : parsed
  if (!Array.isArray(days)) throw badFile('calendar.json')
  return days
}

/** The rows as days; problems name the row as people count them. */
function daysIn(rows: readonly unknown[]): readonly CalendarDay[] {
  if (rows.length === 0 || rows.length > MAX_DAYS) throw badFile('import.tooManyRows', MAX_DAYS)
  const problems: Record<string, Problem[]> = {}
  const days = rows.flatMap((row, index) => {
    const parsed = marked.safeParse(row)
    if (parsed.success && parsed.data.kind !== null) return [{ ...parsed.data, kind: parsed.data.kind }]
    // A row without a kind says nothing.
    const paths = parsed.error?.issues.map((issue) => issue.path.join('.')) ?? ['kind']
    for (const path of paths) problems[`${index + 2}.${path === '' ? 'day' : path}`] = [{ key: 'check.invalid' }]
    return []
  })
  if (Object.keys(problems).length > 0) throw new ValidationError(problems)
  return days
}

/** The work calendar (60.7): kept by those who may change the configuration, marked in everybody's date pickers. */
export function workCalendarRoutes(services: Services): readonly RouteDefinition[] {
  return [
    route({
      method: 'GET',
      url: PATH,
      permission: 'config:Search',
      query: query.pick({ year: true }),
      handle: async ({ unit, query: { year: of } }) => ({ year: of, days: await daysOf(unit, of) }),
    }),
    route({
      method: 'GET',
      url: `${PATH}days/`,
      permission: 'signedIn',
      handle: ({ unit }) => daysAround(unit, Number(unit.clock.today().slice(0, 4))),
    }),
    route({
      method: 'PUT',
      url: PATH,
      operation: operation('calendar.change'),
      permission: 'config:Update',
      body: z.strictObject({ days: z.array(marked).min(1).max(MAX_DAYS) }),
      handle: ({ unit, body }) => markDays(unit, body.days),
    }),
    route({
      method: 'POST',
      url: `${PATH}copy/`,
      operation: operation('calendar.copy'),
      permission: 'config:Update',
      body: z.strictObject({ from: year, to: year }),
      handle: ({ unit, body }) => copyYear(unit, body.from, body.to),
    }),
    route({
      method: 'GET',
      url: `${PATH}export_data/`,
      operation: operation('calendar.export'),
      permission: 'config:Search',
      query,
      handle: async ({ unit, query: { year: of, format } }) => {
        const days = await daysOf(unit, of)
        if (format === 'xlsx')
          return sheetAnswer(
            `calendar_${of}`,
            unit.clock.now(),
            COLUMNS.map((title) => ({ title })),
            days.map((one) => COLUMNS.map((column) => one[column])),
            days.length,
          )
        return new FileAnswer({
          name: `calendar_${of}.json`,
          mime: 'application/json; charset=utf-8',
          content: Buffer.from(JSON.stringify({ days }, null, 2)),
          rows: days.length,
        })
      },
    }),
    route({
      method: 'POST',
      url: `${PATH}import_data/`,
      operation: operation('calendar.import'),
      permission: 'config:Update',
      ownTransaction: true,
      upload: { maxBytes: MAX_BYTES },
      handle: async ({ access, upload, write }) => {
        if (!upload) throw badFile('file.missing')
        const days = daysIn(await rowsOf(services, upload, access.userId))
        return write((unit) => markDays(unit, days))
      },
    }),
  ]
}
