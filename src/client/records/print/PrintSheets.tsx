import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { isWide } from '#src/client/components/forms/display/texts.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { detailFields } from '../model.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import { Paper } from './Paper.tsx'
import { usePrintedRows } from './usePrintedRows.ts'

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

/** The chosen rows as they will be on paper, one A4 sheet each, above the page; nothing else is printed while it is open. */
export function PrintSheets({ record, ids, title, fields, blanks, onClose }: PrintSheetsProps) {
  const { labels } = useRecordTexts(record)
  const all = detailFields(record)
  const { rows, isLoaded, error, retry } = usePrintedRows(record, ids)
  return (
    <Paper title={title} disabled={!isLoaded} onClose={onClose}>
      {isLoaded ? null : (
        <div className="paper">
          {error === null ? <SkeletonRows rows={8} /> : <FailedState error={error} onRetry={retry} />}
        </div>
      )}
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
