import './clothing.css'
import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Combobox } from '#src/client/components/forms/inputs/Combobox.tsx'
import { departmentSource, type Option } from '#src/client/components/forms/inputs/options.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, EmptyState, FailedState, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { ClothingMatrix, MatrixCell } from './clothing.types.ts'
import { RenewalPlanDialog } from './RenewalPlanDialog.client.tsx'

/** Person x item: what was issued of the entitlement and when it is due again; what is due stands in red. */
export function EntitlementMatrix() {
  const t = useT()
  const [dept, setDept] = useState<Option | null>(null)
  const [isPlanning, setPlanning] = useState(false)
  const mayPlan = useMay('equipmentClothing:RenewPlan')
  const mayExport = useMay('equipmentClothing:Export')
  const query = dept === null ? {} : { deptId: dept.id }
  const { data, error, refetch } = useQuery({
    queryKey: ['clothingIssue', 'matrix', query],
    queryFn: ({ signal }) => api.get('/api/clothing/matrix/', { query, signal, quiet: true }),
    placeholderData: (before) => before,
  })
  const save = async (): Promise<void> => {
    const { blob, name } = await api.download('/api/clothing/matrix/sizes/', { query })
    saveBlob(blob, name)
  }
  return (
    <section>
      <div className="clothing-bar">
        <label htmlFor="clothing-dept">
          {t('clothing.matrix.dept')}
          <Combobox
            id="clothing-dept"
            label={t('clothing.matrix.dept')}
            source={departmentSource}
            selected={dept}
            onSelect={setDept}
          />
        </label>
        {mayExport ? (
          <Button icon="export" text={t('clothing.matrix.exportSizes')} onClick={() => ignoreApiError(save())} />
        ) : null}
        {mayPlan ? (
          <Button intent="primary" icon="calendar" text={t('clothing.matrix.plan')} onClick={() => setPlanning(true)} />
        ) : null}
      </div>
      {error !== null && data === undefined ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={8} />
      ) : data.items.length === 0 ? (
        <EmptyState title={t('clothing.matrix.none')} />
      ) : (
        <>
          <People data={data} />
          <Totals data={data} />
        </>
      )}
      {isPlanning && data !== undefined ? (
        <RenewalPlanDialog deptId={data.deptId} onClose={() => setPlanning(false)} />
      ) : null}
    </section>
  )
}

function Cell({ cell }: { readonly cell: MatrixCell | null }) {
  const t = useT()
  if (cell === null) return <NoValue />
  const { issued, qty, nextDueAt, isDue } = cell
  return (
    <span
      className={isDue ? 'clothing-cell clothing-due' : 'clothing-cell'}
      title={t('clothing.matrix.cell', [issued, qty])}
    >
      {issued}/{qty}{' '}
      {isDue && nextDueAt === null ? (
        t('clothing.dueNow')
      ) : nextDueAt === null ? null : (
        <DateText value={nextDueAt} precision="day" />
      )}
    </span>
  )
}

function People({ data }: { readonly data: ClothingMatrix }) {
  const t = useT()
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-comfortable', label: t('clothing.matrix.region') }}
        rows={data.people}
        keyOf={({ id }) => id}
        columns={[
          { name: 'person', head: t('clothing.matrix.person'), isRowHead: true, cell: ({ name }) => name },
          ...data.items.map((item, index) => ({
            name: String(item.id),
            head: item.name,
            cell: (row: ClothingMatrix['people'][number]) => <Cell cell={row.cells[index] ?? null} />,
          })),
        ]}
      />
    </div>
  )
}

function Totals({ data }: { readonly data: ClothingMatrix }) {
  const t = useT()
  return (
    <section className="clothing-totals">
      <h2>{t('clothing.matrix.totals')}</h2>
      {data.totals.length === 0 ? (
        <EmptyState title={t('clothing.matrix.noneDue')} />
      ) : (
        <div className="list">
          <DataTable
            className="list-table"
            region={{ className: 'list-scroll is-comfortable', label: t('clothing.matrix.totals') }}
            rows={data.totals}
            keyOf={({ itemId, size }) => `${itemId}/${size}`}
            columns={[
              { name: 'item', head: t('clothing.item'), isRowHead: true, cell: ({ name }) => name },
              {
                name: 'size',
                head: t('clothing.size'),
                cell: ({ size }) =>
                  size === null ? t('clothing.matrix.sizeUnknown') : size === '' ? <NoValue /> : size,
              },
              { name: 'due', head: t('clothing.matrix.due'), isRight: true, cell: ({ qty }) => qty },
              {
                name: 'available',
                head: t('clothing.matrix.available'),
                isRight: true,
                cell: ({ available, qty, size }) =>
                  size === null ? (
                    <NoValue />
                  ) : (
                    <span className={available < qty ? 'clothing-due' : undefined}>{available}</span>
                  ),
              },
            ]}
          />
        </div>
      )}
    </section>
  )
}
