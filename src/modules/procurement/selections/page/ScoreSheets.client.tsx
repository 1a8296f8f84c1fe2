import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { fromCents, toCents } from '#src/fields/money/cents.ts'
import { criteria, type Score } from '../scoring.ts'
import type { SelectionComparison, SelectionScoring } from '../selection.types.ts'
import { ScoreForm } from './ScoreForm.client.tsx'

/** Points of a score, with one decimal. */
const sumOf = (score: Score): string =>
  fromCents(criteria.reduce((sum, name) => sum + toCents(score[name]), 0n)).slice(0, -1)

/** How far the panel is, the reader's own sheet, and every sheet once all are in. */
export function ScoreSheets({
  comparison,
  scoring,
}: {
  readonly comparison: SelectionComparison
  readonly scoring: SelectionScoring
}) {
  const t = useT()
  const { weights, members, submitted, missing, sheets, mayScore } = scoring
  const { price, quality, delivery, service } = weights
  return (
    <>
      <h3>{t('selectionComparison.panel')}</h3>
      <p className="compare-soft">
        {t('selectionComparison.weights', [price, quality, delivery, service])} {t('selectionComparison.tie')}
      </p>
      {sheets === null ? (
        <p>
          {t('selectionComparison.progress', [submitted, members])}
          {' · '}
          {t('selectionComparison.missing', [missing.join(t('common.listSeparator'))])}
          {' · '}
          {t('selectionComparison.blind')}
        </p>
      ) : (
        <Sheets comparison={comparison} sheets={sheets} />
      )}
      {mayScore ? (
        <ScoreForm
          key={comparison.quotes.map(({ vendorId }) => vendorId).join()}
          comparison={comparison}
          scoring={scoring}
        />
      ) : null}
    </>
  )
}

/** Members by vendors, and what each gave. */
function Sheets({
  comparison: { quotes },
  sheets,
}: {
  readonly comparison: SelectionComparison
  readonly sheets: NonNullable<SelectionScoring['sheets']>
}) {
  const t = useT()
  const scored = quotes.filter(({ isCompliant }) => isCompliant)
  return (
    <DataTable
      className="list-table"
      region={{ className: 'list-scroll is-comfortable', label: t('selectionComparison.panel') }}
      rows={sheets}
      keyOf={(_, index) => index}
      columns={[
        { name: 'member', head: t('selectionComparison.member'), isRowHead: true, cell: ({ member }) => member },
        ...scored.map(({ vendorId, vendor }) => ({
          name: String(vendorId),
          head: vendor,
          isRight: true,
          cell: ({ scores }: (typeof sheets)[number]) => {
            const score = scores.find((one) => one.vendorId === vendorId)
            if (score === undefined) return null
            return (
              <>
                <strong>{sumOf(score)}</strong>
                <span className="compare-parts">
                  {`${t('selectionComparison.quality')} ${score.quality} · ${t('selectionComparison.deliveryScore')} ${score.delivery} · ${t('selectionComparison.service')} ${score.service}`}
                </span>
              </>
            )
          },
        })),
      ]}
    />
  )
}
