import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, StateChip, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import type { Answers } from '#src/define/answers/answers.ts'
import { useOwnMeals } from './queries.ts'
import { Widget } from './Widget.tsx'

type OwnMeals = Answers['GET /api/canteen/own/']
type OwnMeal = OwnMeals['days'][number]['meals'][number]

/** Today, and the next day with a menu once nothing of today can be ordered any more. */
function daysShown({ now, days }: OwnMeals): OwnMeals['days'] {
  const today = days.filter(({ date, meals }) => date === now.slice(0, 10) && meals.length > 0)
  if (today.some(({ meals }) => meals.some(({ problem }) => problem === null))) return today
  return [...today, ...days.filter(({ date, meals }) => date > now.slice(0, 10) && meals.length > 0).slice(0, 1)]
}

/** The menu of today, ordered with one tap before its deadline (10.2). */
export function MealToday() {
  return useMay('mealOrder:Create') ? <WhereServed /> : null
}

function WhereServed() {
  const { data } = useOwnMeals()
  return data !== undefined && daysShown(data).length === 0 ? null : <MealTodayCard />
}

export function MealTodayCard() {
  const t = useT()
  return (
    <Widget
      title={t('home.mealToday')}
      className="widget-side"
      query={useOwnMeals()}
      isEmpty={(data) => daysShown(data).length === 0}
      empty={{ title: t('home.mealNone') }}
      action={<Link to="/restaurant/order?tab=own">{t('home.mealAll')}</Link>}
    >
      {(data) => (
        <ul className="due-list">
          {daysShown(data).flatMap(({ date, isAway, meals }) =>
            meals.map((meal) => (
              <Meal key={meal.id} day={date === data.now.slice(0, 10) ? null : date} isAway={isAway} meal={meal} />
            )),
          )}
        </ul>
      )}
    </Widget>
  )
}

interface MealProps {
  /** Null for today. */
  readonly day: string | null
  readonly isAway: boolean
  readonly meal: OwnMeal
}

function Meal({ day, isAway, meal }: MealProps) {
  const t = useT()
  const client = useQueryClient()
  const label = useDictionaryLabel()
  const [isBusy, setBusy] = useState(false)
  const name = `${day === null ? '' : `${day.slice(5)} `}${label('mealType', meal.mealType)}`
  const order = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.post('/api/canteen/orders/', { menuId: meal.id }, { key: newKey() })
      toast('success', t('home.mealDone', [name]))
    } finally {
      await client.invalidateQueries({ queryKey: ['mealOrder', 'own'] })
      setBusy(false)
    }
  }
  // People who are away order on the page, which asks first.
  const mayOrder = meal.order === null && meal.problem === null && meal.left > 0 && !isAway
  return (
    <li>
      <span>
        <strong>{name}</strong> {meal.dishes.map((dish) => dish.name).join(t('common.listSeparator'))}
      </span>
      {meal.order !== null ? (
        <StateChip dictionary="orderState" value={meal.order.state} />
      ) : mayOrder ? (
        <Button
          size="small"
          text={t('home.mealOrder')}
          aria-label={`${t('home.mealOrder')} ${name}`}
          disabled={isBusy}
          onClick={() => ignoreApiError(order())}
        />
      ) : (
        <Chip color={null}>{t(meal.problem === null && meal.left <= 0 ? 'home.mealFull' : 'home.mealClosed')}</Chip>
      )}
    </li>
  )
}
