import { Button } from '@blueprintjs/core'
import { TickIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { Chip, StateChip } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { addDays } from '#src/define/days.ts'
import { dayLabel } from '../dayLabel.ts'
import { DishNames } from '../menus/DishNames.client.tsx'
import type { OwnMeal, OwnMeals } from '../menus/week.types.ts'
import { MealCode } from './MealCode.client.tsx'

/** Portions left from which a meal is said to be nearly full. */
const FEW_LEFT = 20

interface OwnDayProps {
  readonly day: OwnMeals['days'][number]
  readonly today: string
  readonly busy: ReadonlySet<number>
  readonly onChange: (meal: OwnMeal) => void
  /** Joins the line of a full meal, or leaves it. */
  readonly onWait: (meal: OwnMeal) => void
}

/** A day with its meals, each with a button within reach of the thumb. */
export function OwnDay({ day, today, busy, onChange, onWait }: OwnDayProps) {
  const t = useT()
  const language = useLanguage()
  const near = day.date === today ? t('ownMeals.today') : day.date === addDays(today, 1) ? t('ownMeals.tomorrow') : null
  return (
    <section className={`card own-day${day.isWorkday ? '' : ' is-rest'}`} aria-label={day.date}>
      <h2>
        {near === null ? null : <span className="own-near">{near}</span>}
        {dayLabel(day.date, language)}
        {day.holiday === null ? null : <Chip color={null}>{day.holiday}</Chip>}
        {day.isAway ? <Chip color="warning">{t('ownMeals.away')}</Chip> : null}
      </h2>
      {day.meals.map((meal) => (
        <OwnMealRow
          key={meal.id}
          meal={meal}
          date={day.date}
          isBusy={busy.has(meal.id)}
          onChange={() => (isFullFor(meal) ? onWait(meal) : onChange(meal))}
        />
      ))}
    </section>
  )
}

const isFullFor = ({ order, left }: OwnMeal): boolean => order === null && left <= 0

interface RowProps {
  readonly meal: OwnMeal
  readonly date: string
  readonly isBusy: boolean
  readonly onChange: () => void
}

function OwnMealRow({ meal, date, isBusy, onChange }: RowProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const language = useLanguage()
  const name = label('mealType', meal.mealType)
  const isOrdered = meal.order !== null
  const isFull = isFullFor(meal)
  const { count, place } = meal.waiting
  const word = isFull
    ? place === null
      ? t('ownMeals.wait')
      : t('ownMeals.waiting', [place])
    : t(isOrdered ? 'ownMeals.ordered' : 'ownMeals.order')
  const mine = meal.dishes.filter((dish) => dish.mine.length > 0)
  const time = meal.cutoffAt.slice(meal.cutoffAt.startsWith(date) ? 11 : 5, 16)
  return (
    <div className="own-meal">
      <details>
        <summary>
          <span className="own-meal-name">
            {name} <small>¥{meal.price}</small>
          </span>
          <span className="own-meal-dishes">
            {meal.dishes.map((dish) => dish.name).join(t('common.listSeparator'))}
          </span>
          <small className="own-meal-note">
            {meal.problem === null ? t(isOrdered ? 'ownMeals.undo' : 'ownMeals.until', [time]) : null}
            {meal.problem === null && !isOrdered && meal.left > 0 && meal.left <= FEW_LEFT
              ? ` · ${t('ownMeals.left', [meal.left])}`
              : null}
            {meal.problem === null && isFull
              ? ` · ${t('ownMeals.full')}${count === 0 ? '' : ` · ${t('ownMeals.waitingCount', [count])}`}`
              : null}
          </small>
          {meal.standing === null ? null : (
            <Chip color={meal.standing === 'ordered' || meal.standing === 'soon' ? 'info' : null}>
              {t(`standing.of.${meal.standing}`)}
            </Chip>
          )}
          {mine.length === 0 ? null : (
            <Chip color="warning">
              {t('menuWeek.mine', [
                [...new Set(mine.flatMap((dish) => dish.mine))]
                  .map((one) => label('allergen', one))
                  .join(t('common.listSeparator')),
              ])}
            </Chip>
          )}
        </summary>
        <DishNames dishes={meal.dishes} />
      </details>
      {meal.problem !== null || (meal.order !== null && meal.order.state !== 'ordered') ? (
        meal.order === null ? (
          <Chip color={null}>{t(meal.problem?.key === 'meal.limited' ? 'ownMeals.limited' : 'ownMeals.closed')}</Chip>
        ) : meal.order.state === 'ordered' && meal.order.code !== null ? (
          <ShowCode title={t('mealCode.title', [dayLabel(date, language), name])} code={meal.order.code} />
        ) : (
          <StateChip dictionary="orderState" value={meal.order.state} />
        )
      ) : (
        <Button
          size="large"
          className="own-meal-button"
          intent={isOrdered ? 'success' : 'none'}
          icon={isOrdered ? <TickIcon /> : null}
          text={word}
          aria-pressed={isOrdered || place !== null}
          aria-label={`${word} ${name} ${date}`}
          disabled={isBusy}
          onClick={onChange}
        />
      )}
    </div>
  )
}

/** Behind the deadline an order is shown at the counter. */
function ShowCode({ title, code }: { readonly title: string; readonly code: string }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="large"
        className="own-meal-button"
        intent="primary"
        text={t('mealCode.show')}
        aria-label={`${t('mealCode.show')} ${title}`}
        onClick={() => setOpen(true)}
      />
      {isOpen ? <MealCode title={title} code={code} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
