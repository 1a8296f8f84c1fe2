import './print.css'
import { Button, Overlay2 } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQueries } from '@tanstack/react-query'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { isWide } from '#src/client/components/forms/display/texts.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { detailFields } from '../model.ts'
import { useRecordTexts } from '../useRecordTexts.ts'

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
  const t = useT()
  const { labels } = useRecordTexts(record)
  const all = detailFields(record)
  const answers = useQueries({
    queries: ids.map((id) => ({
      queryKey: [record.name, 'one', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        api.get(`${record.path}${id}/`, { signal, quiet: true }),
    })),
  })
  const failed = answers.find(({ error, data }) => error !== null && data === undefined)
  const rows = answers.flatMap(({ data }) => data ?? [])
  const isReady = rows.length === ids.length
  return (
    <Overlay2 isOpen onClose={onClose} portalClassName="print-portal" className="print-back">
      <div className="print-view" role="dialog" aria-modal="true" aria-label={title}>
        <div className="print-bar">
          <strong>{title}</strong>
          <Button
            icon={<PrintIcon />}
            intent="primary"
            disabled={!isReady}
            text={t('records.print.print')}
            onClick={() => print()}
          />
          <Button text={t('common.close')} onClick={onClose} />
        </div>
        {failed === undefined ? null : (
          <div className="print-sheet">
            <FailedState error={failed.error} onRetry={() => void failed.refetch()} />
          </div>
        )}
        {isReady || failed !== undefined ? null : (
          <div className="print-sheet">
            <SkeletonRows rows={8} />
          </div>
        )}
        {isReady
          ? rows.map((row) => (
              <article key={row.id} className="print-sheet">
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
            ))
          : null}
      </div>
    </Overlay2>
  )
}
