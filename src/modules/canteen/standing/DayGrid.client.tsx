import { Button, Checkbox } from '@blueprintjs/core'
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
      <p>
        <Button text={t('standing.preset')} onClick={() => onChange(workdayLunches)} />
      </p>
      <table className="day-grid">
        <thead>
          <tr>
            <td />
            {mealTypes.map((meal) => (
              <th key={meal} scope="col">
                {label('mealType', meal)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standingDays.map((day) => (
            <tr key={day}>
              <th scope="row">{t(`standing.day.${day}`)}</th>
              {mealTypes.map((meal) => (
                <td key={meal}>
                  <Checkbox
                    checked={meals[meal]?.includes(day) ?? false}
                    aria-label={`${t(`standing.day.${day}`)} ${label('mealType', meal)}`}
                    onChange={() => change(meal, day)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
