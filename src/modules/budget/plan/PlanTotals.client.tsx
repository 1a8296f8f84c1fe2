import { HTMLTable } from '@blueprintjs/core'
import { useMemo } from 'react'
import { DictionaryText, MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import type { SheetLine } from './sheet.ts'
import { type FormerLine, growthsOf, isAmount, subjectTotals } from './year-plan-lines.ts'

interface TotalsProps {
  readonly lines: readonly SheetLine[]
  readonly former: readonly FormerLine[]
  readonly isReviewed: boolean
}

/** Totals by subject beside the year before; what grows against the rule stands out (BUD-22). */
export function PlanTotals({ lines, former, isReviewed }: TotalsProps) {
  const t = useT()
  const totals = useMemo(() => subjectTotals(lines), [lines])
  const before = useMemo(
    () =>
      new Map(
        subjectTotals(former.map(({ subjectCode, approved }) => ({ subjectCode, amount: approved }))).map((one) => [
          one.subjectCode,
          one.amount,
        ]),
      ),
    [former],
  )
  const reviewed = useMemo(
    () =>
      new Map(
        subjectTotals(
          lines.map(({ subjectCode, amount, reviewedAmount }) => ({ subjectCode, amount: reviewedAmount ?? amount })),
        ).map((one) => [one.subjectCode, one.amount]),
      ),
    [lines],
  )
  const grown = new Set(growthsOf(lines, former).map((growth) => growth.subjectCode))
  const sum = sumMoney(lines.map((line) => line.amount).filter(isAmount))
  return (
    <section className="plan-totals" aria-label={t('yearPlan.totals')}>
      <h3>{t('yearPlan.totals')}</h3>
      <HTMLTable compact className="lines-table">
        <thead>
          <tr>
            <th scope="col">{t('yearPlan.columns.subject')}</th>
            <th scope="col" className="is-right">
              {t('yearPlan.columns.former')}
            </th>
            <th scope="col" className="is-right">
              {t('yearPlan.columns.amount')}
            </th>
            {isReviewed ? (
              <th scope="col" className="is-right">
                {t('yearPlan.columns.reviewed')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {totals.map(({ subjectCode, amount }) => (
            <tr key={subjectCode} className={grown.has(subjectCode) ? 'is-grown' : undefined}>
              <th scope="row">
                {subjectCode} <DictionaryText dictionary="budgetSubject" value={subjectCode} />
              </th>
              <td className="is-right">
                <MoneyText value={before.get(subjectCode)} />
              </td>
              <td className="is-right">
                <MoneyText value={amount} />
              </td>
              {isReviewed ? (
                <td className="is-right">
                  <MoneyText value={reviewed.get(subjectCode)} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('records.lines.sum')}</th>
            <td className="is-right">
              <MoneyText value={sumMoney(former.map((line) => line.approved))} />
            </td>
            <td className="is-right">
              <MoneyText value={sum} />
            </td>
            {isReviewed ? (
              <td className="is-right">
                <MoneyText value={sumMoney(reviewed.values())} />
              </td>
            ) : null}
          </tr>
        </tfoot>
      </HTMLTable>
    </section>
  )
}
