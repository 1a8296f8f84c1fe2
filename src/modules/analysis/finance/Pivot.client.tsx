import { SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { moneyText, NoValue } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import type { BudgetAnalysis, PivotCell } from '../budget/budget.types.ts'
import { percentOf, scaledIn } from '../figures.ts'

const metrics = ['used', 'rate', 'available', 'frozen', 'approved'] as const
type Metric = (typeof metrics)[number]

interface Props {
  readonly data: BudgetAnalysis
  /** Leads to the ledger behind a cell. */
  readonly onOpen: (deptId: number, subjectCode: string, title: string) => void
}

type Department = BudgetAnalysis['departments'][number]

/** Departments by subjects; each cell leads to its entries. */
export function Pivot({ data, onOpen }: Props) {
  const t = useT()
  const scale = scaledIn(useLanguage())
  const label = useDictionaryLabel()
  const [metric, setMetric] = useState<Metric>('used')
  const title = t('analysis.budget.pivot')
  const subjects = [...new Set(data.pivot.map((cell) => cell.subjectCode))].sort()
  const cellAt = new Map(data.pivot.map((cell) => [`${cell.deptId} ${cell.subjectCode}`, cell]))
  const text = (cells: readonly PivotCell[]): string => {
    if (metric === 'rate')
      return `${percentOf(
        sumMoney(cells.map(({ used }) => used)),
        sumMoney(cells.flatMap(({ approved, adjust }) => [approved, adjust])),
      )}%`
    return moneyText(scale(sumMoney(cells.map((cell) => cell[metric]))))
  }
  return (
    <div className="card analysis-pivot">
      <header className="chart-head">
        <span className="chart-title">{title}</span>
        <span className="chart-unit">{metric === 'rate' ? '%' : t('analysis.wan')}</span>
        <SegmentedControl
          size="small"
          aria-label={t('analysis.budget.metric')}
          options={metrics.map((value) => ({ value, label: t(`analysis.budget.titles.${value}`) }))}
          value={metric}
          onValueChange={(value) => setMetric(value as Metric)}
        />
      </header>
      <DataTable
        className="analysis-table"
        look={{ compact: true }}
        region={{ className: 'analysis-scroll', label: title }}
        rows={data.departments}
        keyOf={({ deptId }) => deptId}
        columns={[
          {
            name: 'department',
            head: t('analysis.budget.titles.department'),
            isRowHead: true,
            cell: ({ name }) => name,
            total: t('analysis.budget.titles.total'),
          },
          ...subjects.map(
            (code): Column<Department> => ({
              name: code,
              head: (
                <>
                  <small>{code}</small>
                  {label('budgetSubject', code)}
                </>
              ),
              headTitle: label('budgetSubject', code),
              isRight: true,
              cell: ({ deptId, name }) => {
                const cell = cellAt.get(`${deptId} ${code}`)
                if (cell === undefined) return <NoValue />
                const subject = label('budgetSubject', code)
                return (
                  <button
                    type="button"
                    aria-label={`${name} ${subject} ${text([cell])}`}
                    onClick={() => onOpen(deptId, code, t('analysis.budget.behind', [name, subject]))}
                  >
                    {text([cell])}
                  </button>
                )
              },
              total: text(data.pivot.filter((cell) => cell.subjectCode === code)),
            }),
          ),
          {
            name: ' total',
            head: t('analysis.budget.titles.total'),
            isRight: true,
            cellClass: 'is-total',
            cell: ({ deptId }) => text(data.pivot.filter((cell) => cell.deptId === deptId)),
            total: text(data.pivot),
          },
        ]}
      />
    </div>
  )
}
