/** Sub-tables of a form filled from a spreadsheet: everything in it is checked before any row is taken (IMPEX-STD). */

import type { Access } from '#src/define/access.ts'
import type { FileAnswer } from '#src/define/answer.ts'
import type { ImportedLines } from '#src/define/answers/tickets.ts'
import { momentText } from '#src/define/days.ts'
import { notFound, permissionDenied } from '#src/define/problem.ts'
import type { Upload } from '#src/define/server.ts'
import type { LinesField } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { sheetFields, takesSheet } from '#src/fields/lines/sheet.ts'
import { checkExistence } from '#src/server/records/checks/existence.ts'
import { createFaults } from '#src/server/records/checks/faults.ts'
import { loadLookups, withLabels } from '#src/server/records/lookups.ts'
import { createResolver } from '#src/server/records/resolver.ts'
import { type LabelOf, readHead, readLine, type Shape } from '#src/server/records/table.ts'
import { pickNamed, readRows, templateColumns } from '#src/server/records/transfer/import.ts'
import { notesOf } from '#src/server/records/transfer/notes.ts'
import { sheetAnswer } from '#src/server/records/transfer/sheets.ts'
import type { Reader } from '../queries/lines.ts'

interface Found {
  readonly field: LinesField
  readonly labelOf: LabelOf
}

/** The sub-table of a type that this person may fill in. */
async function findLines({ engine, unit }: Reader, access: Access, type: string, name: string): Promise<Found> {
  if (engine.applications.get(type) === undefined) throw notFound()
  if (!engine.mayStart(access, type)) throw permissionDenied()
  const version = await engine.versions.current(unit.db, type)
  const field = version?.fields[name]
  const isWritten = version?.start[name] === 'write' || version?.start[name] === 'required'
  if (field?.kind !== 'lines' || !isWritten || !takesSheet(field)) throw notFound()
  const given = version?.form.labels
  return {
    field,
    labelOf: (language, column) =>
      given?.[`${name}.${column}`]?.[language] ??
      engine.texts.find(language, `applications.${type}.fields.${name}.${column}`) ??
      column,
  }
}

/** An empty table of the sub-table's columns. */
export async function lineTemplate(reader: Reader, access: Access, type: string, name: string): Promise<FileAnswer> {
  const { engine, unit, language } = reader
  const { field, labelOf } = await findLines(reader, access, type, name)
  const columns = templateColumns(engine.records, { access, language, unit }, sheetFields(field.fields), labelOf)
  return sheetAnswer(`${type}_${name}_template`, unit.clock.now(), columns, [])
}

/** The rows of a filled table as the form takes them; 4000 with row, column and reason when any is refused. Nothing is written. */
export async function readLineSheet(
  reader: Reader,
  access: Access,
  type: string,
  name: string,
  upload: Upload,
): Promise<ImportedLines> {
  const { engine, unit, language } = reader
  const { field, labelOf } = await findLines(reader, access, type, name)
  const { parser } = engine.records.services
  const { head, body, hidden } = await readRows(parser, upload, field.max, access.userId)
  const fields = sheetFields(field.fields)
  const shape: Shape = { fields, naturalKey: [], labelOf }
  const faults = createFaults(engine.texts, language, labelOf)
  const columns = readHead(shape, fields, head, faults)
  // A table without a single known column is another kind of file.
  if (columns.every((column) => column === null)) faults.refuse()
  const resolver = await createResolver(engine.records, { access, language, unit }, pickNamed(fields, columns))
  const lines = body.map((cells, index) => readLine(shape, fields, columns, cells, index + 2, resolver, faults))
  const form = { [name]: { ...field, min: 0, fields } }
  const given = { today: unit.clock.today(), now: momentText(unit.clock.now()) }
  const { values, problems } = checkForm(form, { [name]: lines.map((line) => Object.fromEntries(line.values)) }, given)
  const missing = await checkExistence(engine.records, unit, access, form, values)
  for (const [path, list] of Object.entries({ ...missing, ...problems })) {
    const [, index = '', column = ''] = path.split('.')
    const line = lines[Number(index)]
    for (const problem of list) if (line) faults.addField(line.row, column, line.cells.get(column), problem)
  }
  faults.refuse()
  const lookups = await loadLookups(engine.records, { db: unit.db, language }, form, [values])
  return {
    rows: rowsOf(withLabels(form, values, lookups)[name]),
    notes: notesOf(engine.texts, language, labelOf, lines, hidden),
  }
}
