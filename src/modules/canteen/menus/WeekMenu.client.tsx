import '../canteen.css'
import { Button, ButtonGroup } from '@blueprintjs/core'
import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, EmptyState, FailedState, SkeletonRows, StateChip, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useMay } from '#src/client/platform/session/index.ts'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { addDays } from '#src/define/days.ts'
import { dayLabel } from '../dayLabel.ts'
import { DishNames } from './DishNames.client.tsx'
import { menuPlan } from './menu-record.ts'
import type { MenuMeal, MenuWeek } from './week.types.ts'

/** 周菜谱: what is served on which day of a week. */
export function WeekMenu() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const day = params.get('day') ?? undefined
  const { data, error, refetch } = useQuery({
    queryKey: ['menuPlan', 'week', day],
    queryFn: ({ signal }) =>
      api.get('/api/canteen/week/', { query: day === undefined ? {} : { day }, signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const isEmpty = data.days.every(({ meals }) => meals.length === 0)
  return (
    <>
      <WeekBar week={data} onDay={(next) => setParams({ tab: 'week', day: next }, { replace: true })} />
      {isEmpty ? <EmptyState title={t('menuWeek.none')} /> : <WeekGrid week={data} />}
    </>
  )
}

interface WeekBarProps {
  readonly week: MenuWeek
  readonly onDay: (day: string) => void
}

function WeekBar({ week, onDay }: WeekBarProps) {
  const t = useT()
  const { monday, today } = week
  return (
    <div className="meal-bar">
      <ButtonGroup>
        <Button
          icon={<ChevronLeftIcon />}
          aria-label={t('menuWeek.previous')}
          title={t('menuWeek.previous')}
          onClick={() => onDay(addDays(monday, -7))}
        />
        <Button text={t('menuWeek.current')} onClick={() => onDay(today)} />
        <Button
          icon={<ChevronRightIcon />}
          aria-label={t('menuWeek.next')}
          title={t('menuWeek.next')}
          onClick={() => onDay(addDays(monday, 7))}
        />
      </ButtonGroup>
      <strong>{t('menuWeek.week', [monday, addDays(monday, 6)])}</strong>
      <WeekActions week={week} />
    </div>
  )
}

function WeekActions({ week: { monday } }: { readonly week: MenuWeek }) {
  const t = useT()
  const client = useQueryClient()
  const [mayCopy, mayPublish, mayCreate] = [
    useMay('menuPlan:Copy'),
    useMay('menuPlan:Publish'),
    useMay('menuPlan:Create'),
  ]
  const refresh = () => client.invalidateQueries({ queryKey: ['menuPlan'] })
  const copy = async (): Promise<void> => {
    const { copied } = await api.post(
      '/api/canteen/menus/copy/',
      { from: addDays(monday, -7), to: monday },
      { key: newKey() },
    )
    toast('success', t('menuWeek.copied', [copied]))
    await refresh()
  }
  const publish = async (): Promise<void> => {
    const { published, refused } = await api.post('/api/canteen/menus/publish/', { day: monday }, { key: newKey() })
    toast('success', published === 0 ? t('menuWeek.nothing') : t('menuWeek.published', [published]))
    if (refused.length > 0) toast('warning', t('menuWeek.refused', [refused.length]))
    await refresh()
  }
  return (
    <div className="meal-bar-actions">
      {mayCopy ? <Button text={t('menuWeek.copy')} onClick={() => ignoreApiError(copy())} /> : null}
      {mayPublish ? (
        <Button intent="success" text={t('menuWeek.publish')} onClick={() => ignoreApiError(publish())} />
      ) : null}
      {mayCreate ? <RecordToolbar record={menuPlan} /> : null}
    </div>
  )
}

function WeekGrid({ week }: { readonly week: MenuWeek }) {
  const t = useT()
  const language = useLanguage()
  return (
    <div className="meal-week">
      {week.days.map(({ date, isWorkday, holiday, meals }) => (
        <section
          key={date}
          className={`card meal-day${date === week.today ? ' is-today' : date < week.today ? ' is-past' : ''}${isWorkday ? '' : ' is-rest'}`}
          aria-label={date}
        >
          <h2>
            {dayLabel(date, language)}
            {holiday === null ? null : <Chip color={null}>{holiday}</Chip>}
          </h2>
          {meals.length === 0 ? <p className="meal-none">{t('menuWeek.noneOnDay')}</p> : null}
          {meals.map((meal) => (
            <WeekMeal key={meal.id} meal={meal} isPast={date < week.today} />
          ))}
        </section>
      ))}
    </div>
  )
}

function WeekMeal({ meal, isPast }: { readonly meal: MenuMeal; readonly isPast: boolean }) {
  const t = useT()
  const label = useDictionaryLabel()
  const mayPlan = useMay('menuPlan:Update')
  const name = label('mealType', meal.mealType)
  return (
    <div className="meal-cell">
      <h3>
        {mayPlan ? <Link to={`?tab=menus&id=${meal.id}`}>{name}</Link> : name}
        <span className="meal-price">¥{meal.price}</span>
        {meal.state === 'draft' ? <StateChip dictionary="menuState" value={meal.state} /> : null}
      </h3>
      <DishNames dishes={meal.dishes} />
      {isPast && !mayPlan ? null : (
        <p className="meal-count">
          {mayPlan
            ? t('menuWeek.bookedOf', [meal.booked, meal.capacity])
            : meal.left > 0
              ? t('menuWeek.left', [meal.left])
              : t('menuWeek.full')}
        </p>
      )}
      {meal.note === null || meal.note === '' ? null : <p className="meal-count">{meal.note}</p>}
    </div>
  )
}
