import { useQuery } from '@tanstack/react-query'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { isWide } from '#src/client/components/forms/display/texts.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { RecordRow } from '../list/useRecordList.ts'
import { detailFields } from '../model.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import { useShownRows } from '../useShownRows.ts'
import { Paper } from './Paper.tsx'

/** What a sheet of a record shows. */
export interface SheetLayout {
  /** Head of each sheet. */
  readonly title: string
  /** Fields in order; sub-tables and long texts go over the whole width. */
  readonly fields: readonly string[]
  /** What is filled in and signed by hand. */
  readonly blanks: readonly string[]
}

interface PrintSheetsProps extends SheetLayout {
  readonly record: RecordDefinition
  readonly ids: readonly number[]
  readonly onClose: () => void
}

/** Rows of one list call. */
const MAX_ROWS = 100

/** The rows in the order in which they were chosen, by as few calls as there are pages. */
async function rowsOf(
  { path }: RecordDefinition,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly RecordRow[]> {
  const pages = Array.from({ length: Math.ceil(ids.length / MAX_ROWS) }, (_, page) =>
    ids.slice(page * MAX_ROWS, (page + 1) * MAX_ROWS),
  )
  const found = new Map<number, RecordRow>()
  for (const page of pages)
    for (const row of (await api.list(path, { ids: page.join(','), limit: String(MAX_ROWS) }, { signal, quiet: true }))
      .data)
      found.set(row.id, row)
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The chosen rows as they will be on paper, one A4 sheet each, above the page; nothing else is printed while it is open. */
export function PrintSheets({ record, ids, title, fields, blanks, onClose }: PrintSheetsProps) {
  const { labels } = useRecordTexts(record)
  const all = detailFields(record)
  const { data, error, refetch } = useQuery({
    queryKey: [record.name, 'print', ids],
    queryFn: ({ signal }) => rowsOf(record, ids, signal),
  })
  const rows = useShownRows(record, data)
  return (
    <Paper title={title} disabled={data === undefined} onClose={onClose}>
      {data === undefined ? (
        <div className="paper">
          {error === null ? <SkeletonRows rows={8} /> : <FailedState error={error} onRetry={() => void refetch()} />}
        </div>
      ) : null}
      {rows.map((row) => (
        <article key={row.id} className="paper">
          <h1>{title}</h1>
          <dl className="print-fields">
            {fields.map((name) => {
              const field = all[name]
              if (field === undefined) return null
              return (
                <div key={name} className={isWide(field) ? 'is-wide' : undefined}>
                  <dt>{labels(name)}</dt>
                  <dd>
                    <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
                  </dd>
                </div>
              )
            })}
          </dl>
          <dl className="print-blanks">
            {blanks.map((label) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd />
              </div>
            ))}
          </dl>
        </article>
      ))}
    </Paper>
  )
}
