import '../canteen.css'
import { useQuery } from '@tanstack/react-query'
import { Chip, EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { addDays } from '#src/define/days.ts'
import { dayLabel } from '../dayLabel.ts'
import { WaitingCount } from '../waiting/WaitingList.client.tsx'
import type { KitchenDays, KitchenDish, KitchenMeal } from './kitchen.types.ts'

/** Milliseconds after which the numbers are read anew. */
const EVERY_MS = 60_000
const kinds = ['staff', 'guest', 'reception', 'duty'] as const

/** 备餐: how many eat today and tomorrow, and who must not eat what. */
export function KitchenTab() {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['mealOrder', 'kitchen'],
    queryFn: ({ signal }) => api.get('/api/canteen/kitchen/', { signal, quiet: true }),
    refetchInterval: EVERY_MS,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  return (
    <>
      <div className="kitchen-sum">
        {data.days.map((day) => (
          <DaySum key={day.date} day={day} today={data.today} />
        ))}
      </div>
      <div className="kitchen">
        {data.days.map((day) => (
          <KitchenDay key={day.date} day={day} today={data.today} none={t('kitchen.none')} />
        ))}
      </div>
    </>
  )
}

/** The numbers of a day in one line: the first thing a cook looks for. */
function DaySum({ day, today }: { readonly day: KitchenDays['days'][number]; readonly today: string }) {
  const t = useT()
  const label = useDictionaryLabel()
  if (day.meals.length === 0) return null
  return (
    <p className="card">
      <span className="own-near">{t(day.date === today ? 'ownMeals.today' : 'ownMeals.tomorrow')}</span>
      {day.meals.map(({ id, mealType, booked, waiting }) => (
        <span key={id}>
          {label('mealType', mealType)} <strong>{booked}</strong>
          {waiting.length === 0 ? null : <small> {t('kitchen.waiting', [waiting.length])}</small>}
        </span>
      ))}
    </p>
  )
}

interface DayProps {
  readonly day: KitchenDays['days'][number]
  readonly today: string
  readonly none: string
}

function KitchenDay({ day, today, none }: DayProps) {
  const t = useT()
  const language = useLanguage()
  const near = day.date === today ? t('ownMeals.today') : day.date === addDays(today, 1) ? t('ownMeals.tomorrow') : null
  return (
    <section aria-label={day.date}>
      <h2>
        {near === null ? null : <span className="own-near">{near}</span>}
        {dayLabel(day.date, language)}
        {day.holiday === null ? null : <Chip color={null}>{day.holiday}</Chip>}
      </h2>
      {day.meals.length === 0 ? <EmptyState compact title={none} /> : null}
      {day.meals.map((meal) => (
        <KitchenCard key={meal.id} meal={meal} date={day.date} />
      ))}
    </section>
  )
}

function KitchenCard({ meal, date }: { readonly meal: KitchenMeal; readonly date: string }) {
  const t = useT()
  const label = useDictionaryLabel()
  const parts = kinds.filter((kind) => meal[kind] > 0).map((kind) => `${label('orderKind', kind)} ${meal[kind]}`)
  const time = meal.cutoffAt.slice(meal.cutoffAt.startsWith(date) ? 11 : 5, 16)
  return (
    <article className="card kitchen-meal">
      <header>
        <h3>{label('mealType', meal.mealType)}</h3>
        <strong className="kitchen-count">{t('kitchen.portions', [meal.booked])}</strong>
      </header>
      <p className="meal-count">
        {[
          t('kitchen.of', [meal.capacity]),
          ...parts,
          ...(meal.takeaway > 0 ? [t('kitchen.takeaway', [meal.takeaway])] : []),
          ...(meal.verified > 0 ? [t('kitchen.verified', [meal.verified])] : []),
          ...(meal.noShow > 0 ? [t('kitchen.noShow', [meal.noShow])] : []),
        ].join(' · ')}
      </p>
      <p className="meal-count">{meal.isFinal ? t('kitchen.final') : t('kitchen.moving', [time])}</p>
      <WaitingCount date={date} mealType={meal.mealType} people={meal.waiting} />
      <details open={meal.state !== 'closed'}>
        <summary>{t('ownMeals.dishes')}</summary>
        <ul className="meal-dishes">
          {meal.dishes.map((dish) => (
            <KitchenDishItem key={dish.id} dish={dish} booked={meal.booked} />
          ))}
        </ul>
      </details>
    </article>
  )
}

function KitchenDishItem({ dish, booked }: { readonly dish: KitchenDish; readonly booked: number }) {
  const t = useT()
  const label = useDictionaryLabel()
  return (
    <li className={`is-${dish.category}`}>
      <span className="meal-dish">{dish.name}</span>{' '}
      <small>
        {t('kitchen.planned', [dish.plannedPortions])}
        {dish.window === null || dish.window === '' ? null : ` · ${dish.window}`}
      </small>
      {dish.plannedPortions < booked ? (
        <Chip color="warning">{t('kitchen.short', [booked - dish.plannedPortions])}</Chip>
      ) : null}
      {dish.warnings.length === 0 ? null : (
        <p className="kitchen-allergic">
          <strong>{t('kitchen.allergic')}</strong>{' '}
          {dish.warnings
            .map(
              ({ person, dept, allergens }) =>
                `${person} (${dept}) ${allergens.map((one) => label('allergen', one)).join(t('common.listSeparator'))}`,
            )
            .join('; ')}
        </p>
      )}
    </li>
  )
}
