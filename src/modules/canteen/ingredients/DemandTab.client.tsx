import '../canteen.css'
import { InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Chip, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { addDays, dayOf } from '#src/define/days.ts'

/** Days that are shown first: the coming week. */
const SPAN = 6

/** 食材需求: what the published menus of some days need, and what is to be bought (90.3). */
export function DemandTab() {
  const t = useT()
  const label = useDictionaryLabel()
  const [from, setFrom] = useState(() => dayOf(new Date()))
  const [to, setTo] = useState(() => addDays(dayOf(new Date()), SPAN))
  const { data, error, refetch } = useQuery({
    queryKey: ['ingredient', 'demand', from, to],
    queryFn: ({ signal }) => api.get('/api/canteen/demand/', { query: { from, to }, signal, quiet: true }),
    enabled: from !== '' && to !== '',
    placeholderData: (before) => before,
  })
  return (
    <section className="card">
      <div className="demand-bar">
        <label htmlFor="demand-from">
          {t('demand.from')}
          <InputGroup id="demand-from" type="date" value={from} onValueChange={setFrom} />
        </label>
        <label htmlFor="demand-to">
          {t('demand.to')}
          <InputGroup id="demand-to" type="date" value={to} onValueChange={setTo} />
        </label>
        <p>{t('demand.hint')}</p>
      </div>
      {error !== null ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={6} />
      ) : data.lines.length === 0 ? (
        <EmptyState title={t('demand.none')} />
      ) : (
        <DataTable
          className="list-table"
          region={{ className: 'list-scroll', label: t('demand.title') }}
          rows={data.lines}
          keyOf={({ ingredientId }) => ingredientId}
          columns={[
            {
              name: 'name',
              head: t('records.ingredient.fields.name'),
              isRowHead: true,
              cell: ({ name, spec }) => `${name} ${spec ?? ''}`,
            },
            {
              name: 'category',
              head: t('records.ingredient.fields.category'),
              cell: ({ category }) => label('ingredientCategory', category),
            },
            {
              name: 'unit',
              head: t('records.ingredient.fields.unit'),
              cell: ({ unit }) => label('ingredientUnit', unit),
            },
            { name: 'needed', head: t('demand.needed'), isRight: true, cell: ({ needed }) => needed },
            { name: 'usable', head: t('demand.usable'), isRight: true, cell: ({ usable }) => usable },
            { name: 'usedBefore', head: t('demand.usedBefore'), isRight: true, cell: ({ usedBefore }) => usedBefore },
            { name: 'spoils', head: t('demand.spoils'), isRight: true, cell: ({ spoils }) => spoils },
            {
              name: 'short',
              head: t('demand.short'),
              isRight: true,
              cell: ({ short }) => (Number(short) > 0 ? <Chip color="error">{short}</Chip> : short),
            },
          ]}
        />
      )}
    </section>
  )
}
