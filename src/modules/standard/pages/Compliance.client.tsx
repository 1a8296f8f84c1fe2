import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { FailedState, MoneyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { WhyButton } from '#src/client/components/ui/popups/WhyButton.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { DepartmentStanding } from '../standard.types.ts'
import { standardCompliance } from '../standard-records.ts'

const noNames: readonly string[] = []
const noItems = () => []
const linesOf = (because: unknown): readonly string[] => String(because ?? '').split('\n')

/** STD-04: how departments stand in sum, and item by item with the reasons. */
export function Compliance() {
  const t = useT()
  const more: ListAdditions = useMemo(
    () => ({
      columns: standardCompliance.list.columns,
      own: {
        because: {
          label: t('standard.compliance.reason'),
          render: (row) => (
            <WhyButton
              label={t('standard.compliance.why', [String(row.itemIdLabel ?? '')])}
              lines={linesOf(row.because)}
            />
          ),
        },
      },
      parameters: noNames,
      itemsOf: noItems,
    }),
    [t],
  )
  return (
    <>
      <Departments />
      <RecordList record={standardCompliance} more={more} />
    </>
  )
}

/** Each department in one line; a figure leads to its items. */
function Departments() {
  const t = useT()
  const [, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['standardCompliance', 'departments'],
    queryFn: ({ signal }) => api.get('/api/standards/compliance/departments/', { signal, quiet: true }),
  })
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={4} />
    ) : (
      <FailedState compact error={error} onRetry={() => void refetch()} />
    )
  if (data.length === 0) return null
  const sum = (name: 'overItems' | 'overQty' | 'shortItems' | 'shortQty'): number =>
    data.reduce((total, row) => total + row[name], 0)
  const narrow = (deptId: number, standing: 'over' | 'short'): void =>
    setParams({ tab: 'compliance', deptId: String(deptId), standing })
  const figure = (name: 'overItems' | 'overQty' | 'shortItems' | 'shortQty', standing: 'over' | 'short') => ({
    name,
    head: t(`standard.compliance.${name}`),
    isRight: true,
    total: sum(name),
    cell: (row: DepartmentStanding) =>
      row[name] === 0 ? (
        0
      ) : (
        <button type="button" className="list-open" onClick={() => narrow(row.deptId, standing)}>
          {row[name]}
        </button>
      ),
  })
  const value = data.reduce((total, row) => total + Number(row.shortValue), 0).toFixed(2)
  return (
    <details className="card standard-departments" open={data.length > 1}>
      <summary>
        {t('standard.compliance.departments')} <span className="standard-soft">{t('standard.compliance.asOf')}</span>
      </summary>
      <DataTable
        className="standard-table"
        look={{ compact: true }}
        region={{ className: 'standard-scroll is-short', label: t('standard.compliance.departments') }}
        rows={data}
        keyOf={({ deptId }) => deptId}
        columns={[
          {
            name: 'dept',
            head: t('records.standardCompliance.fields.deptId'),
            isRowHead: true,
            cell: ({ deptName }) => deptName,
            total: t('standard.version.total'),
          },
          figure('overItems', 'over'),
          figure('overQty', 'over'),
          figure('shortItems', 'short'),
          figure('shortQty', 'short'),
          {
            name: 'shortValue',
            head: t('standard.compliance.shortValue'),
            isRight: true,
            cell: (row: DepartmentStanding) => <MoneyText value={row.shortValue} />,
            total: <MoneyText value={value} />,
          },
        ]}
      />
    </details>
  )
}
