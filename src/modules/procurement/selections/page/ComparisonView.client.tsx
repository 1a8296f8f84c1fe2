import './comparison.css'
import { Button, Callout } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Chip, EmptyState, FailedState, MoneyText, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { ComparedQuote, SelectionComparison } from '../selection.types.ts'
import { ScoreSheets } from './ScoreSheets.client.tsx'

/** The quotes of a selection side by side, and the sheets of its panel. */
export function ComparisonView({ id }: { readonly id: number }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['selection', 'one', id, 'comparison'],
    queryFn: ({ signal }) => api.get(`/api/procurement/selection/${id}/comparison/`, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={5} />
  return <Comparison comparison={data} />
}

function Comparison({ comparison }: { readonly comparison: SelectionComparison }) {
  const t = useT()
  const mayExport = useMay('selection:Export')
  const { id, quotes, signs, absent, scoring } = comparison
  const save = async (): Promise<void> => {
    const { blob, name } = await api.download(`/api/procurement/selection/${id}/comparison_sheet/`)
    saveBlob(blob, name)
  }
  return (
    <section className="compare" aria-label={t('selectionComparison.title')}>
      <div className="compare-bar">
        <h2>{t('selectionComparison.title')}</h2>
        {mayExport && quotes.length > 0 ? (
          <Button icon={<ExportIcon />} text={t('selectionComparison.export')} onClick={() => ignoreApiError(save())} />
        ) : null}
      </div>
      {quotes.length === 0 ? (
        <EmptyState compact title={t('selectionComparison.sealed')} />
      ) : (
        <Matrix comparison={comparison} />
      )}
      {signs.length === 0 ? null : <Signs signs={signs} />}
      {absent.length === 0 ? null : (
        <p className="compare-soft">{t('selectionComparison.absentList', [absent.join(t('common.listSeparator'))])}</p>
      )}
      {scoring === null ? null : <ScoreSheets comparison={comparison} scoring={scoring} />}
    </section>
  )
}

/** What the panel looks into before the award. */
function Signs({ signs }: Pick<SelectionComparison, 'signs'>) {
  const t = useT()
  return (
    <Callout compact intent="warning" title={t('selectionComparison.signs')}>
      <ul className="compare-signs">
        {signs.map((sign) => {
          const vendors = sign.vendors.join(t('common.listSeparator'))
          return (
            <li key={`${sign.kind} ${vendors}`}>
              {sign.kind === 'constantStep'
                ? t('selectionComparison.constantStep', [vendors, sign.step])
                : t(`selectionComparison.${sign.kind}`, [vendors])}
            </li>
          )
        })}
      </ul>
    </Callout>
  )
}

interface MatrixRow {
  readonly key: string
  readonly head: string
  readonly about?: string
  readonly qty?: string
  readonly cells: readonly ReactNode[]
}

const Lowest = () => {
  const t = useT()
  return <Chip color="success">{t('selectionComparison.isLowest')}</Chip>
}

function Price({ price, isLowest }: { readonly price: string | null; readonly isLowest: boolean }) {
  const t = useT()
  if (price === null) return <Chip color="warning">{t('selectionComparison.notQuoted')}</Chip>
  return (
    <span className="compare-price">
      {isLowest ? <Lowest /> : null}
      <MoneyText value={price} />
    </span>
  )
}

/** Items by vendors, and below them what each quote is. */
function Matrix({ comparison: { lines, quotes, scoring } }: { readonly comparison: SelectionComparison }) {
  const t = useT()
  const summary = (key: string, head: string, cell: (quote: ComparedQuote) => ReactNode): MatrixRow => ({
    key,
    head,
    cells: quotes.map(cell),
  })
  const figure = (text: string | null): ReactNode => (text === null ? <NoValue /> : text)
  const rows: readonly MatrixRow[] = [
    ...lines.map(({ name, spec, unit, qty, prices, isLowest }, index) => ({
      key: `line-${index}`,
      head: name,
      about: spec,
      qty: `${qty} ${unit}`,
      cells: prices.map((price, at) => (
        <Price key={quotes[at]?.vendorId} price={price} isLowest={isLowest[at] === true} />
      )),
    })),
    summary('amount', t('selectionComparison.amount'), ({ amount, isLowest, lineTotal }) => (
      <>
        <strong className="compare-price">
          {isLowest ? <Lowest /> : null}
          <MoneyText value={amount} />
        </strong>
        {lineTotal === null ? null : (
          <span className="compare-note">{t('selectionComparison.lineTotal', [lineTotal])}</span>
        )}
      </>
    )),
    summary('delivery', t('selectionComparison.delivery'), ({ deliveryDays }) => deliveryDays),
    summary('warranty', t('selectionComparison.warranty'), ({ warrantyMonths }) => warrantyMonths),
    summary('validity', t('selectionComparison.validity'), ({ isValid, isCompliant, invalidReason }) =>
      isCompliant ? (
        t('selectionComparison.valid')
      ) : isValid ? (
        <Chip color="error">{t('selectionComparison.aboveCeiling')}</Chip>
      ) : (
        <span className="compare-note">{t('selectionComparison.invalid', [invalidReason ?? ''])}</span>
      ),
    ),
    ...(scoring?.sheets == null
      ? []
      : [
          summary('price', t('selectionComparison.priceScore'), ({ priceScore }) => figure(priceScore)),
          summary('panel', t('selectionComparison.panelScore'), ({ panelScore }) => figure(panelScore)),
          summary('total', t('selectionComparison.totalScore'), ({ totalScore }) => (
            <strong>{figure(totalScore)}</strong>
          )),
        ]),
    ...(quotes.every(({ rank }) => rank === null)
      ? []
      : [
          summary('rank', t('selectionComparison.rank'), ({ rank, isWinner }) => (
            <span className="compare-price">
              {isWinner ? <Chip color="success">{t('selectionComparison.chosen')}</Chip> : null}
              {rank === null ? <NoValue /> : rank}
            </span>
          )),
        ]),
  ]
  return (
    <DataTable
      className="list-table"
      region={{ className: 'list-scroll is-comfortable', label: t('selectionComparison.region') }}
      rows={rows}
      keyOf={({ key }) => key}
      rowClass={({ key }) => (key === 'amount' ? 'is-first-summary' : undefined)}
      columns={[
        {
          name: 'item',
          head: t('selectionComparison.item'),
          isRowHead: true,
          cell: ({ head, about }) => (about === undefined ? head : `${head} ${about}`),
        },
        { name: 'qty', head: t('selectionComparison.qty'), isRight: true, cell: ({ qty }) => qty ?? '' },
        ...quotes.map(({ vendorId, vendor }, index) => ({
          name: String(vendorId),
          head: vendor,
          isRight: true,
          cell: ({ cells }: MatrixRow) => cells[index],
        })),
      ]}
    />
  )
}
