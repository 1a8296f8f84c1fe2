import '../counter/counter.css'
import { Button, Callout } from '@blueprintjs/core'
import { HistoryIcon, ThIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useDebounced } from '#src/client/components/forms/inputs/debounce.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { usePlural, useT } from '#src/client/platform/i18n/index.ts'
import type { ApplyPartProps } from '#src/client/tickets/moduleParts.tsx'
import type { StockShortage } from '#src/define/stock/stockLedger.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { CatalogueSheet } from './CatalogueSheet.client.tsx'
import { withItems } from './lines.ts'

/** Milliseconds of quiet before the stock is asked. */
const DEBOUNCE_MS = 500

export const useCatalogue = (type: string) =>
  useQuery({
    queryKey: ['stockItem', 'catalogue', type],
    queryFn: ({ signal }) => api.get('/api/supplies/catalogue/', { query: { type }, signal, quiet: true }),
  })

/** Above the form of an application for items: the catalogue, the last request, and what to do about a shortage. */
export function ItemsApply({ type, values, onChange, disabled, ticketId, check }: ApplyPartProps) {
  const t = useT()
  const plural = usePlural()
  const [isOpen, setOpen] = useState(false)
  const { data } = useCatalogue(type)
  const lines = rowsOf(values.lines)
  const change = (rows: readonly FormData[]): void => onChange('lines', rows)
  const addLast = (): void => {
    if (data === undefined) return
    change(
      withItems(
        lines,
        data.last.filter(({ itemId }) => !lines.some((row) => row.itemId === itemId)),
      ),
    )
    toast('success', plural('catalogue.lastAdded', data.last.length))
  }
  const figures = check?.formData as FormData | undefined
  return (
    <div className="items-apply">
      <div className="items-apply-bar">
        <Button
          icon={<ThIcon />}
          intent="primary"
          variant="outlined"
          text={t('catalogue.open')}
          disabled={disabled || data === undefined}
          onClick={() => setOpen(true)}
        />
        {data === undefined || data.last.length === 0 ? null : (
          <Button icon={<HistoryIcon />} text={t('catalogue.last')} disabled={disabled} onClick={addLast} />
        )}
      </div>
      <Shortages
        lines={lines}
        ticketId={ticketId}
        isAccepted={values.acceptShortage === true}
        disabled={disabled}
        onLines={change}
        onAccept={() => onChange('acceptShortage', true)}
      />
      {isOpen && data !== undefined ? (
        <CatalogueSheet
          type={type}
          catalogue={data}
          lines={lines}
          quota={typeof figures?.quotaLeft === 'string' ? figures.quotaLeft : null}
          onLines={change}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}

interface ShortagesProps {
  readonly lines: readonly FormData[]
  readonly ticketId: number | null
  readonly isAccepted: boolean
  readonly disabled: boolean
  readonly onLines: (lines: readonly FormData[]) => void
  readonly onAccept: () => void
}

/** Each line that cannot be covered now: who holds what, what would do instead, and the ways out as buttons. */
function Shortages({ lines, ticketId, isAccepted, disabled, onLines, onAccept }: ShortagesProps) {
  const t = useT()
  const request = useMemo(
    () =>
      JSON.stringify(
        lines.flatMap(({ itemId, qty }, index) =>
          typeof itemId === 'number' && typeof qty === 'number' && Number.isInteger(qty) && qty >= 1 && qty <= 999
            ? [{ key: `lines.${index}`, itemId, qty }]
            : [],
        ),
      ),
    [lines],
  )
  const settled = useDebounced(request, DEBOUNCE_MS)
  const { data = [] } = useQuery({
    queryKey: ['stockBalance', 'shortages', ticketId, settled],
    queryFn: ({ signal }) =>
      api.post(
        '/api/supplies/shortages/',
        { ticketId, lines: JSON.parse(settled) as unknown },
        { signal, quiet: true },
      ),
    enabled: settled !== '[]',
    placeholderData: keepPreviousData,
  })
  const current = settled === '[]' ? [] : data
  if (current.length === 0) return null
  const replace = (shortage: StockShortage, row: FormData | null): void =>
    onLines(
      lines.flatMap((line, index) =>
        `lines.${index}` === shortage.key ? (row === null ? [] : [{ ...line, ...row }]) : [line],
      ),
    )
  return (
    <Callout intent="warning" className="items-shortages" title={t('shortage.title')} role="status">
      <ul>
        {current.map((shortage) => {
          const left = shortage.wanted - shortage.short
          return (
            <li key={shortage.key}>
              <p>
                {t('shortage.line', [
                  Number(shortage.key.split('.')[1]) + 1,
                  shortage.name,
                  shortage.wanted,
                  left,
                  shortage.short,
                ])}
                {shortage.reservedBy.length === 0
                  ? ''
                  : ` · ${t('shortage.held', [shortage.reservedBy.join(t('common.listSeparator'))])}`}
                {shortage.expired + shortage.held === 0
                  ? ''
                  : ` · ${t('shortage.expired', [shortage.expired, shortage.held])}`}
              </p>
              <div className="items-ways">
                {shortage.substitutes.map(({ itemId, name, available }) => (
                  <Button
                    key={itemId}
                    size="small"
                    disabled={disabled}
                    text={t('shortage.substitute', [name, available])}
                    onClick={() => replace(shortage, { itemId })}
                  />
                ))}
                <Button
                  size="small"
                  disabled={disabled}
                  text={left > 0 ? t('shortage.reduce', [left]) : t('shortage.remove')}
                  onClick={() => replace(shortage, left > 0 ? { qty: left } : null)}
                />
              </div>
            </li>
          )
        })}
      </ul>
      {isAccepted ? (
        <p>{t('shortage.accepted')}</p>
      ) : (
        <Button intent="primary" size="small" disabled={disabled} text={t('shortage.accept')} onClick={onAccept} />
      )}
    </Callout>
  )
}
