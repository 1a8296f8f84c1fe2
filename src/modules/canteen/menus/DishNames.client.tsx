import { Chip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { MenuDish } from './week.types.ts'

/** The dishes of a meal, each with what it contains; what the reader must not eat stands out. */
export function DishNames({ dishes }: { readonly dishes: readonly MenuDish[] }) {
  const t = useT()
  const label = useDictionaryLabel()
  const namesOf = (allergens: readonly string[]): string =>
    allergens.map((one) => label('allergen', one)).join(t('common.listSeparator'))
  return (
    <ul className="meal-dishes">
      {dishes.map((dish) => (
        <li key={dish.id} className={`is-${dish.category}`}>
          <span className="meal-dish">{dish.name}</span>
          {dish.mine.length > 0 ? <Chip color="warning">{t('menuWeek.mine', [namesOf(dish.mine)])}</Chip> : null}
          <small>
            {label('dishCategory', dish.category)}
            {dish.calories === null ? null : ` · ${t('menuWeek.calories', [dish.calories])}`}
            {dish.allergens.length === 0 ? null : ` · ${t('menuWeek.contains', [namesOf(dish.allergens)])}`}
            {dish.window === null || dish.window === '' ? null : ` · ${dish.window}`}
          </small>
        </li>
      ))}
    </ul>
  )
}
