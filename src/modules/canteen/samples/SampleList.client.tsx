import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { dayLabel } from '../dayLabel.ts'
import { useLabels } from '../labels/useLabels.client.tsx'
import { dishSample } from './sample-record.ts'

/** What stands on the box of a sample: the dish and its meal, how much, taken when and by whom, and until when it is kept. */
const layout = {
  head: 'dishId',
  fields: ['mealType', 'sampleWeight', 'sampledAt', 'sampledBy', 'place'],
  main: 'discardAt',
}

/** 食品留样: first the meals whose samples are missing, then all that were taken (CAN-03). */
export function SampleList() {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  const { more, paper } = useLabels(dishSample, layout)
  const { data } = useQuery({
    queryKey: ['dishSample', 'missing'],
    queryFn: ({ signal }) => api.get('/api/canteen/samples/missing/', { signal, quiet: true }),
  })
  return (
    <>
      {data?.map(({ menuId, date, mealType, dishes }) => (
        <Callout key={menuId} compact className="form-notice" intent="danger">
          {t('samples.missing', [dayLabel(date, language), label('mealType', mealType), dishes.join(t('samples.and'))])}
        </Callout>
      ))}
      <RecordList record={dishSample} more={more} />
      {paper}
    </>
  )
}
