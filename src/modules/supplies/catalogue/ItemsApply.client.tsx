import '../counter/counter.css'
import { Button, Callout } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDebounced } from '#src/client/components/forms/inputs/debounce.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { CatalogueBar } from '#src/client/tickets/catalogue/CatalogueBar.tsx'
import type { ApplyPartProps } from '#src/client/tickets/moduleParts.tsx'
import type { CatalogueItem } from '#src/define/tickets/catalogue.ts'
import type { FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { fitsPlaces, QTY_PLACES } from '#src/fields/quantity/quantities.ts'
import type { StockShortage } from '#src/modules/stock/contract.ts'

/** Milliseconds of quiet before the stock is asked. */
const DEBOUNCE_MS = 500

const useCatalogue = (type: string, forSelf: boolean, assetId: number | null) =>
  useQuery({
    queryKey: ['stockItem', 'catalogue', type, forSelf, assetId],
    queryFn: ({ signal }) =>
      api.get('/api/supplies/catalogue/', {
        query: { type, forSelf, ...(assetId !== null && { assetId }) },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  })

/** Reasons for which a piece takes the place of another, whatever the cycle leaves. */
const replacing: readonly unknown[] = ['damaged', 'lost']

/** Above the form of an application for items: the catalogue, the last request, and what to do about a shortage. */
export function ItemsApply({ type, values, onChange, disabled, ticketId, check }: ApplyPartProps) {
  const client = useQueryClient()
  // Members have entitlements and sizes of their own, which the lines show once they name them.
  const isSelf = values.receiveFor !== 'members'
  // With a device chosen only what fits its model is offered (23.2).
  const { data } = useCatalogue(type, isSelf, typeof values.assetId === 'number' ? values.assetId : null)
  const lines = rowsOf(values.lines)
  const change = (rows: readonly FormData[]): void => onChange('lines', rows)
  const keep = async ({ id, isFavourite }: CatalogueItem): Promise<void> => {
    await api.put(`/api/supplies/favourite/${id}/`, { isFavourite: !isFavourite }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['stockItem', 'catalogue', type] })
  }
  const figures = check?.formData as FormData | undefined
  return (
    <div className="items-apply">
      <CatalogueBar
        catalogue={data}
        dictionary="stockCategory"
        lines={lines}
        disabled={disabled}
        quota={typeof figures?.quotaLeft === 'string' ? figures.quotaLeft : null}
        isBound={!replacing.includes(values.reasonType)}
        onKeep={keep}
        onLines={change}
      />
      <Shortages
        lines={lines}
        ticketId={ticketId}
        isAccepted={values.acceptShortage === true}
        disabled={disabled}
        onLines={change}
        onAccept={() => onChange('acceptShortage', true)}
      />
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
        lines.flatMap(({ itemId, qty, sizeCode }, index) =>
          typeof itemId === 'number' && typeof qty === 'number' && fitsPlaces(qty, QTY_PLACES) && qty > 0 && qty <= 999
            ? [
                {
                  key: `lines.${index}`,
                  itemId,
                  qty,
                  ...(typeof sizeCode === 'string' && { size: sizeCode.trim() }),
                },
              ]
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
