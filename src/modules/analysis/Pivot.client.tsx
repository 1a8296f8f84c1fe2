import { HTMLTable, SegmentedControl } from '@blueprintjs/core'
import { useState } from 'react'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { moneyText, NoValue } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { sumMoney } from '#src/fields/money/cents.ts'
import type { BudgetAnalysis, PivotCell } from './budget-wire.ts'
import { percentOf, scaledIn } from './figures.ts'

const metrics = ['used', 'rate', 'available', 'frozen', 'approved'] as const
type Metric = (typeof metrics)[number]

interface Props {
  readonly data: BudgetAnalysis
  /** Leads to the ledger behind a cell. */
  readonly onOpen: (deptId: number, subjectCode: string, title: string) => void
}

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
      <ScrollRegion className="analysis-scroll" label={title}>
        <HTMLTable compact className="analysis-table">
          <thead>
            <tr>
              <th scope="col">{t('analysis.budget.titles.department')}</th>
              {subjects.map((code) => (
                <th key={code} scope="col" className="is-right" title={label('budgetSubject', code)}>
                  <small>{code}</small>
                  {label('budgetSubject', code)}
                </th>
              ))}
              <th scope="col" className="is-right">
                {t('analysis.budget.titles.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.departments.map(({ deptId, name }) => (
              <tr key={deptId}>
                <th scope="row">{name}</th>
                {subjects.map((code) => {
                  const cell = cellAt.get(`${deptId} ${code}`)
                  return (
                    <td key={code} className="is-right">
                      {cell === undefined ? (
                        <NoValue />
                      ) : (
                        <button
                          type="button"
                          aria-label={`${name} ${label('budgetSubject', code)} ${text([cell])}`}
                          onClick={() =>
                            onOpen(deptId, code, t('analysis.budget.behind', [name, label('budgetSubject', code)]))
                          }
                        >
                          {text([cell])}
                        </button>
                      )}
                    </td>
                  )
                })}
                <td className="is-right is-total">{text(data.pivot.filter((cell) => cell.deptId === deptId))}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">{t('analysis.budget.titles.total')}</th>
              {subjects.map((code) => (
                <td key={code} className="is-right is-total">
                  {text(data.pivot.filter((cell) => cell.subjectCode === code))}
                </td>
              ))}
              <td className="is-right is-total">{text(data.pivot)}</td>
            </tr>
          </tbody>
        </HTMLTable>
      </ScrollRegion>
    </div>
  )
}
