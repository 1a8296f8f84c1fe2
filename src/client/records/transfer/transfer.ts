/** Export and import of a record (IMPEX-STD). */

import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { type ApiError, api, LONG_TIMEOUT } from '#src/client/platform/http/http.ts'
import type { ImportResult } from '#src/define/answers/records.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { ImportProblem } from './problemsCsv.ts'

/** Limits of IMPEX-STD, shown beside the file box. */
export const importLimits = { megabytes: 5, rows: 2000 } as const

/** Everything the filter finds of the list at this address, not only the page, as a download; resolves to the number of rows when there are so many that the file is made in the background. */
export async function exportList(path: string, filter: Readonly<Record<string, string>>): Promise<number | null> {
  const received = await api.receive(`${path}export_data/`, { query: filter, timeout: LONG_TIMEOUT })
  if (!('file' in received)) return (received.data as { exportJob: { total: number } }).exportJob.total
  saveBlob(received.file.blob, received.file.name)
  return null
}

export async function downloadTemplate(record: RecordDefinition): Promise<void> {
  const { blob, name } = await api.download(`${record.path}import_template/`)
  saveBlob(blob, name)
}

/** Milliseconds an import may take: each of two thousand people gets a password whose hash is slow on purpose. */
const IMPORT_TIMEOUT = 5 * LONG_TIMEOUT

export function importRecord(record: RecordDefinition, file: File, key: string): Promise<ImportResult> {
  const form = new FormData()
  form.append('file', file)
  return api.upload(`${record.path}import_data/`, form, { key, quiet: true, timeout: IMPORT_TIMEOUT })
}

/** The refused cells a failed import names, in a table or by `<row>.<column>`; none when it failed for another reason. */
export function problemsOf(error: ApiError): readonly ImportProblem[] {
  if (Array.isArray(error.data)) return error.data as readonly ImportProblem[]
  return Object.entries(error.errors).flatMap(([place, texts]) => {
    const [row = '', ...column] = place.split('.')
    return texts.map((message) => ({ row: Number(row), column: column.join('.'), value: '', message }))
  })
}
