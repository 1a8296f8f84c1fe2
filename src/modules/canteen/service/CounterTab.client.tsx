import '../canteen.css'
import { Button, Callout } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { dateTime, type Fields } from '#src/fields/field.ts'
import { dayLabel } from '../dayLabel.ts'
import { CodeEntry } from './CodeEntry.client.tsx'
import { DinerList } from './DinerList.client.tsx'
import { DinersPaper } from './DinersPaper.client.tsx'
import type { Diner } from './service.types.ts'

/** Milliseconds after which the list is read anew: another counter verifies as well. */
const EVERY_MS = 30_000
const timeField: Fields = { at: dateTime({ required: true }) }

/** 核销: who ordered the meal that is served, and who came. */
export function CounterTab() {
  const t = useT()
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['menuPlan', 'counter'],
    queryFn: ({ signal }) => api.get('/api/canteen/counter/', { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  const language = useLanguage()
  const label = useDictionaryLabel()
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const meal = data.meals.find(({ menuId }) => menuId === chosen) ?? data.meals[0]
  if (meal === undefined) return <EmptyState title={t('mealCounter.none')} />
  return (
    <>
      <div className="meal-bar">
        <label htmlFor="counter-meal">{t('mealCounter.meal')}</label>
        <SelectBox
          id="counter-meal"
          value={String(meal.menuId)}
          options={data.meals.map(({ menuId, date, mealType }) => ({
            value: String(menuId),
            label: `${dayLabel(date, language)} ${label('mealType', mealType)}`,
          }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      </div>
      <CounterMeal key={meal.menuId} menuId={meal.menuId} />
    </>
  )
}

function CounterMeal({ menuId }: { readonly menuId: number }) {
  const t = useT()
  const client = useQueryClient()
  const [late, setLate] = useState<Diner | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['mealOrder', 'counter', menuId],
    queryFn: ({ signal }) =>
      api.get('/api/canteen/counter/diners/', { query: { menuId: String(menuId) }, signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const refresh = (): void => void client.invalidateQueries({ queryKey: ['mealOrder'] })
  const verify = async ({ id, person }: Diner): Promise<void> => {
    await api.post('/api/canteen/counter/verify/', { menuId, orderIds: [id] }, { key: newKey() })
    toast('success', t('mealCounter.done', [person]))
    refresh()
  }
  const miss = async ({ id, person }: Diner): Promise<void> => {
    await api.post('/api/canteen/counter/no_show/', { menuId, orderIds: [id] }, { key: newKey() })
    toast('success', t('mealCounter.marked', [person]))
    refresh()
  }
  return (
    <>
      {data.isOver ? (
        <Callout compact>{t('mealCounter.over')}</Callout>
      ) : (
        <CodeEntry menuId={menuId} onDone={refresh} />
      )}
      <DinerList
        counter={data}
        onVerify={(diner) => (data.isOver ? setLate(diner) : ignoreApiError(verify(diner)))}
        onMiss={(diner) => ignoreApiError(miss(diner))}
        actions={<Button icon={<PrintIcon />} text={t('mealCounter.print')} onClick={() => setPrinting(true)} />}
      />
      {late === null ? null : (
        <PostForm
          title={`${t('mealCounter.lateTitle')} · ${late.person}`}
          path="/api/canteen/counter/verify/"
          record="mealOrder"
          fields={timeField}
          initial={{ at: data.startsAt }}
          fixed={{ menuId, orderIds: [late.id] }}
          labels={() => t('mealCounter.at')}
          submitText={t('mealCounter.verify')}
          onDone={() => {
            toast('success', t('mealCounter.done', [late.person]))
            setLate(null)
          }}
          onClose={() => setLate(null)}
        />
      )}
      {isPrinting ? <DinersPaper counter={data} onClose={() => setPrinting(false)} /> : null}
    </>
  )
}
