import type { Access } from '#src/define/access.ts'
import type { FileAnswer, FullAnswer } from '#src/define/answer.ts'
import type { ExportRequested } from '#src/define/answers/records.ts'
import { applicationPermission } from '#src/define/names.ts'
import { permissionDenied } from '#src/define/problem.ts'
import type { TicketLine } from '#src/define/tickets/line.ts'
import type { StayBand } from '#src/define/tickets/lists.ts'
import { mostAtOnce } from '#src/server/records/transfer/export.ts'
import { sheetAnswer } from '#src/server/records/transfer/sheets.ts'
import type { SheetColumn, Value } from '#src/server/records/transfer/workbook.ts'
import { chartsOf } from './charting.ts'
import type { Reader } from './lines.ts'
import { countUpTo, findLines } from './list.ts'
import type { ExportQuery, FilterQuery } from './listQuery.ts'

/** What stands in the head of a sheet, and how the cells under it are written. */
type Column = readonly [name: string, value: (line: TicketLine, word: Word) => Value, places?: number]
type Word = (dictionary: string, code: string) => string

/** The columns of 20.6. */
const columns: readonly Column[] = [
  ['no', (line) => line.no],
  ['title', (line) => line.title],
  ['type', (line, word) => word('type', line.type)],
  ['group', (line, word) => word('ticketGroup', line.group)],
  ['applicant', (line) => line.applicant.name],
  ['dept', (line) => line.dept.name],
  ['amount', (line) => (line.amount === null ? null : Number(line.amount)), 2],
  ['urgency', (line, word) => word('urgency', line.urgency)],
  ['status', (line, word) => word('ticketStatus', line.status)],
  ['current', (line) => line.current.map((state) => state.name).join(', ')],
  ['handlers', (line) => line.current.flatMap((state) => state.handlers.map((handler) => handler.name)).join(', ')],
  ['submittedAt', (line) => line.submittedAt],
  ['stayHours', (line) => line.stayHours, 0],
  ['dueAt', (line) => line.dueAt],
  ['round', (line) => line.round, 0],
]

function wordsOf({ engine, language }: Reader): { title: (name: string) => string; word: Word } {
  const { texts, records } = engine
  return {
    title: (name) => texts.find(language, `ticket.column.${name}`) ?? name,
    word: (dictionary, code) =>
      dictionary === 'type'
        ? (texts.find(language, `applications.${code}.title`) ?? code)
        : records.services.dictionaries.label(language, dictionary, code),
  }
}

/** The head of the sheet, in the reader's language. */
export function ticketColumns(reader: Reader): readonly SheetColumn[] {
  const { title } = wordsOf(reader)
  return columns.map(([name, , places]) => ({ title: title(name), ...(places !== undefined && { places }) }))
}

/** The cells of these tickets. */
export function ticketCells(reader: Reader, lines: readonly TicketLine[]): readonly (readonly Value[])[] {
  const { word } = wordsOf(reader)
  return lines.map((line) => columns.map(([, value]) => value(line, word)))
}

/** A register leaves the house only with the permission of its type. */
function refuseRegister(access: Access, { label, type }: FilterQuery): void {
  if (label === 'register' && type.some((one) => !access.may(applicationPermission(one, 'Export'))))
    throw permissionDenied()
}

/** The tickets the filters find, as an xlsx (20.6); with more rows than are sent at once, the job that makes it (IMPEX-STD). */
export async function exportTickets(
  reader: Reader,
  access: Access,
  query: ExportQuery,
  later: (query: ExportQuery) => Promise<FullAnswer<ExportRequested>>,
): Promise<FileAnswer | FullAnswer<ExportRequested>> {
  refuseRegister(access, query)
  if ((await countUpTo(reader, access, query, mostAtOnce + 1)) > mostAtOnce) return later(query)
  const lines = await findLines(reader, access, query, mostAtOnce)
  return sheetAnswer('ticket', reader.unit.clock.now(), ticketColumns(reader), ticketCells(reader, lines), lines.length)
}

/** The figures of one chart of the list, as an xlsx (CHART-STD). */
export async function exportChart(
  reader: Reader,
  access: Access,
  chart: 'type' | 'stay',
  query: FilterQuery,
): Promise<FileAnswer> {
  refuseRegister(access, query)
  const { byType, byStay } = await chartsOf(reader, access, query)
  const { title, word } = wordsOf(reader)
  const named = (band: StayBand): string => title(`stay ${band}`)
  const cells =
    chart === 'type'
      ? byType.map((row): readonly Value[] => [word('type', row.type), row.count])
      : byStay.map((row): readonly Value[] => [named(row.band), row.count])
  const head = [{ title: title(chart) }, { title: title('count'), places: 0 }]
  return sheetAnswer(`ticket_${chart}`, reader.unit.clock.now(), head, cells, cells.length)
}
