import { Button } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { type MealType, mealTypes } from '../orders/times.ts'
import { type StandingMeals, standingDays, tidyMeals, workdayLunches } from './standing.ts'

interface DayGridProps {
  readonly meals: StandingMeals
  readonly onChange: (meals: StandingMeals) => void
}

/** Which meals on which days: a row for each weekday and one for make-up workdays. */
export function DayGrid({ meals, onChange }: DayGridProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const change = (meal: MealType, day: number): void => {
    const days = meals[meal] ?? []
    onChange(tidyMeals({ ...meals, [meal]: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] }))
  }
  return (
    <>
      <p className="day-preset">
        <Button text={t('standing.preset')} onClick={() => onChange(workdayLunches)} />
      </p>
      <ul className="day-grid">
        {standingDays.map((day) => (
          <li key={day}>
            <span>{t(`standing.day.${day}`)}</span>
            {mealTypes.map((meal) => {
              const isChosen = meals[meal]?.includes(day) ?? false
              return (
                <Button
                  key={meal}
                  intent={isChosen ? 'primary' : 'none'}
                  text={label('mealType', meal)}
                  aria-pressed={isChosen}
                  aria-label={`${t(`standing.day.${day}`)} ${label('mealType', meal)}`}
                  onClick={() => change(meal, day)}
                />
              )
            })}
          </li>
        ))}
      </ul>
    </>
  )
}
