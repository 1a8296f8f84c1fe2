import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { dayLabel } from '../dayLabel.ts'
import { useLabels } from '../labels/useLabels.client.tsx'
import { ingredientBatch } from './records.ts'

/** What stands on a pack: which batch it is, when it was opened, and until when it is used. */
const layout = {
  head: 'ingredientId',
  fields: ['batchNo', 'produceDate', 'expireDate', 'openedOn'],
  main: 'useBy',
}

/** 批次, each with the way to those who ate of it (90.3) and a label for its packs. */
export function BatchList() {
  const t = useT()
  const [batchId, setBatchId] = useState<number | null>(null)
  const { more: labels, paper } = useLabels(ingredientBatch, layout)
  const more = useMemo(
    (): ListAdditions => ({
      ...labels,
      itemsOf: (row) => [{ text: t('trace.open'), onClick: () => setBatchId(row.id) }, ...labels.itemsOf(row)],
    }),
    [t, labels],
  )
  return (
    <>
      <RecordList record={ingredientBatch} more={more} />
      {paper}
      {batchId === null ? null : <TraceDialog batchId={batchId} onClose={() => setBatchId(null)} />}
    </>
  )
}

function TraceDialog({ batchId, onClose }: { readonly batchId: number; readonly onClose: () => void }) {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  const { data, error, refetch } = useQuery({
    queryKey: ['ingredientBatch', 'trace', batchId],
    queryFn: ({ signal }) =>
      api.get('/api/canteen/trace/', { query: { batchId: String(batchId) }, signal, quiet: true }),
  })
  return (
    <Sheet title={t('trace.title')} shape="dialog" isLight onClose={onClose}>
      {error !== null ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          <p>{[data.batch.ingredient, data.batch.batchNo, data.batch.vendor ?? t('trace.noVendor')].join(' · ')}</p>
          {data.meals.length === 0 ? <EmptyState title={t('trace.none')} /> : null}
          {data.meals.map(({ menuId, date, mealType, docNo, qty, dishes, diners }) => (
            <section key={`${menuId}/${docNo}`}>
              <h3>{[dayLabel(date, language), label('mealType', mealType), qty].join(' · ')}</h3>
              <p>{dishes.join(t('common.listSeparator'))}</p>
              <p>
                {t('trace.diners', [diners.reduce((sum, { portions }) => sum + portions, 0)])}
                {diners.map(({ name, dept }) => t('trace.diner', [name, dept])).join(t('common.listSeparator'))}
              </p>
            </section>
          ))}
        </>
      )}
    </Sheet>
  )
}
