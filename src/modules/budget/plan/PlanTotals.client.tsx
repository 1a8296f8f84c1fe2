import { useMemo } from 'react'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
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
  const columns: readonly Column<(typeof totals)[number]>[] = [
    {
      name: 'subject',
      head: t('yearPlan.columns.subject'),
      isRowHead: true,
      cell: ({ subjectCode }) => (
        <>
          {subjectCode} <DictionaryText dictionary="budgetSubject" value={subjectCode} />
        </>
      ),
      total: t('records.lines.sum'),
    },
    {
      name: 'former',
      head: t('yearPlan.columns.former'),
      isRight: true,
      cell: ({ subjectCode }) => <MoneyText value={before.get(subjectCode)} />,
      total: <MoneyText value={sumMoney(former.map((line) => line.approved))} />,
    },
    {
      name: 'amount',
      head: t('yearPlan.columns.amount'),
      isRight: true,
      cell: ({ amount }) => <MoneyText value={amount} />,
      total: <MoneyText value={sum} />,
    },
    {
      name: 'reviewed',
      head: t('yearPlan.columns.reviewed'),
      isRight: true,
      cell: ({ subjectCode }) => <MoneyText value={reviewed.get(subjectCode)} />,
      total: <MoneyText value={sumMoney(reviewed.values())} />,
    },
  ]
  return (
    <section className="plan-totals" aria-label={t('yearPlan.totals')}>
      <h3>{t('yearPlan.totals')}</h3>
      <DataTable
        className="lines-table"
        look={{ compact: true }}
        rows={totals}
        keyOf={({ subjectCode }) => subjectCode}
        rowClass={({ subjectCode }) => (grown.has(subjectCode) ? 'is-grown' : undefined)}
        columns={columns.filter(({ name }) => isReviewed || name !== 'reviewed')}
      />
    </section>
  )
}
