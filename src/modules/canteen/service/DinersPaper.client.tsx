import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import { dayLabel } from '../dayLabel.ts'
import type { Counter } from './service.types.ts'

/** 用餐名单: who ordered a meal, to be ticked by hand while the network is down (90 B 3). */
export function DinersPaper({ counter, onClose }: { readonly counter: Counter; readonly onClose: () => void }) {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  const title = t('mealCounter.listTitle', [dayLabel(counter.date, language), label('mealType', counter.mealType)])
  return (
    <Paper title={title} onClose={onClose}>
      <article className="paper">
        <h1>{title}</h1>
        <DataTable
          look={{ compact: true }}
          region={{ className: 'meal-paper', label: title }}
          rows={counter.diners}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'person',
              head: t('records.mealOrder.fields.personId'),
              isRowHead: true,
              cell: (row) => row.person,
            },
            { name: 'empNo', head: t('mealCounter.code'), cell: (row) => row.empNo },
            { name: 'dept', head: t('records.mealOrder.fields.deptId'), cell: (row) => row.dept },
            { name: 'kind', head: t('records.mealOrder.fields.kind'), cell: (row) => label('orderKind', row.kind) },
            {
              name: 'portions',
              head: t('records.mealOrder.fields.portions'),
              isRight: true,
              cell: (row) => row.portions,
            },
            { name: 'at', head: t('mealCounter.at'), cell: (row) => row.verifiedAt?.slice(11, 16) ?? '' },
            { name: 'sign', head: t('mealCounter.sign'), cell: () => '' },
          ]}
        />
      </article>
    </Paper>
  )
}
