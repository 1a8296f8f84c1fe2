import '../canteen.css'
import { Button, Callout } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { choices, type Fields } from '#src/fields/field.ts'
import { dayLabel } from '../dayLabel.ts'
import { MAX_ALLERGENS } from '../dishes/dish-record.ts'
import { MISSES, WITHIN_DAYS } from '../limits/limit.ts'
import type { OwnMeal, OwnMeals } from '../menus/week.types.ts'
import { RateMeals } from '../ratings/RateMeals.client.tsx'
import { StandingCard } from '../standing/StandingCard.client.tsx'
import { OwnDay } from './OwnDay.client.tsx'
import { minutesUntil, nextDeadline, sumOf } from './ownMeals.ts'

/** Milliseconds after which the page is read anew: other people order, and the clock closes meals. */
const EVERY_MS = 60_000
const allergenFields: Fields = { allergens: choices('allergen', MAX_ALLERGENS) }

/** 我要订餐: the next days with one tap for a meal (90 UX 5). */
export function OwnMealsTab() {
  const t = useT()
  const client = useQueryClient()
  const label = useDictionaryLabel()
  const language = useLanguage()
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  const { data, error, refetch } = useQuery({
    queryKey: ['mealOrder', 'own'],
    queryFn: ({ signal }) => api.get('/api/canteen/own/', { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  if (data.days.every(({ meals }) => meals.length === 0))
    return (
      <>
        <StandingCard data={data} />
        <EmptyState title={t('ownMeals.none')} />
      </>
    )

  const wait = async ({ id, waiting }: OwnMeal): Promise<void> => {
    setBusy((before) => new Set([...before, id]))
    try {
      if (waiting.place === null) {
        const { place } = await api.post('/api/canteen/waiting/join/', { menuId: id }, { key: newKey() })
        toast('success', t('ownMeals.joined', [place]))
      } else {
        await api.post('/api/canteen/waiting/leave/', { menuId: id }, { key: newKey() })
        toast('success', t('ownMeals.leftLine'))
      }
    } finally {
      await client.invalidateQueries({ queryKey: ['mealOrder', 'own'] })
      setBusy((before) => new Set([...before].filter((one) => one !== id)))
    }
  }
  const change = async (date: string, isAway: boolean, { id, mealType, order }: OwnMeal): Promise<void> => {
    const words = [dayLabel(date, language), label('mealType', mealType)]
    if (order === null && isAway && !(await confirmDialog({ text: t('ownMeals.awayAsk', [words[0] ?? '']) }))) return
    setBusy((before) => new Set([...before, id]))
    try {
      if (order === null) await api.post('/api/canteen/orders/', { menuId: id }, { key: newKey() })
      else await api.post('/api/canteen/orders/cancel/', { orderId: order.id }, { key: newKey() })
      toast('success', t(order === null ? 'ownMeals.done' : 'ownMeals.cancelled', words))
    } finally {
      await client.invalidateQueries({ queryKey: ['mealOrder', 'own'] })
      setBusy((before) => new Set([...before].filter((one) => one !== id)))
    }
  }
  return (
    <>
      <OwnBar data={data} />
      {data.limitedUntil === null ? null : (
        <Callout compact intent="warning" className="meal-limit">
          {t('ownMeals.limitedUntil', [data.limitedUntil, MISSES, WITHIN_DAYS])}
        </Callout>
      )}
      <StandingCard data={data} />
      <RateMeals meals={data.toRate} />
      <div className="own-meals">
        {data.days.map((day) =>
          day.meals.length === 0 ? null : (
            <OwnDay
              key={day.date}
              day={day}
              today={data.now.slice(0, 10)}
              busy={busy}
              onChange={(meal) => ignoreApiError(change(day.date, day.isAway, meal))}
              onWait={(meal) => ignoreApiError(wait(meal))}
            />
          ),
        )}
      </div>
    </>
  )
}

function OwnBar({ data }: { readonly data: OwnMeals }) {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  const [isAsking, setAsking] = useState(false)
  const next = nextDeadline(data)
  const { count, amount } = sumOf(data)
  return (
    <div className="meal-bar">
      {next === null ? null : (
        <strong>
          {t('ownMeals.countdown', [
            dayLabel(next.date, language),
            label('mealType', next.mealType),
            untilText(minutesUntil(data.now, next.cutoffAt), t),
          ])}
        </strong>
      )}
      <span>{t('ownMeals.sum', [count, amount])}</span>
      <div className="meal-bar-actions">
        <Button
          variant="minimal"
          text={
            data.allergens.length === 0
              ? t('ownMeals.allergens')
              : `${t('ownMeals.allergens')} (${data.allergens.length})`
          }
          onClick={() => setAsking(true)}
        />
      </div>
      {isAsking ? (
        <PostForm
          title={t('ownMeals.allergens')}
          path="/api/canteen/allergens/"
          record="mealOrder"
          fields={allergenFields}
          initial={{ allergens: [...data.allergens] }}
          labels={() => t('ownMeals.allergens')}
          submitText={t('common.save')}
          onDone={() => {
            setAsking(false)
            toast('success', t('ownMeals.saved'))
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  )
}

function untilText(minutes: number, t: ReturnType<typeof useT>): string {
  if (minutes < 60) return t('ownMeals.minutes', [minutes])
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return t('ownMeals.hours', [hours, minutes % 60])
  return t('ownMeals.days', [Math.floor(hours / 24), hours % 24])
}
