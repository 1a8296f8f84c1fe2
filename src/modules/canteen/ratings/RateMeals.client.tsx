import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type Fields, integer, text } from '#src/fields/field.ts'
import { dayLabel } from '../dayLabel.ts'
import type { OwnMeals } from '../menus/week.types.ts'
import { MAX_SCORE, MIN_SCORE } from './rating-record.ts'

type Meal = OwnMeals['toRate'][number]
const ratingFields: Fields = {
  score: integer({ required: true, min: MIN_SCORE, max: MAX_SCORE }),
  comment: text(200, { multiline: true }),
}

/** Meals of the last two days that wait for a rating (CAN-05). */
export function RateMeals({ meals }: { readonly meals: readonly Meal[] }) {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  const [rated, setRated] = useState<Meal | null>(null)
  if (meals.length === 0) return null
  return (
    <div className="meal-rates">
      {meals.map((meal) => (
        <Button
          key={meal.orderId}
          size="small"
          text={t('mealRate.button', [dayLabel(meal.date, language), label('mealType', meal.mealType)])}
          onClick={() => setRated(meal)}
        />
      ))}
      {rated === null ? null : (
        <PostForm
          title={t('mealRate.title')}
          path="/api/canteen/ratings/"
          record="mealOrder"
          fields={ratingFields}
          initial={{ score: MAX_SCORE, comment: null }}
          fixed={{ orderId: rated.orderId }}
          labels={(name) =>
            t(name === 'score' ? 'records.mealRating.fields.score' : 'records.mealRating.fields.comment')
          }
          submitText={t('mealRate.title')}
          onDone={() => {
            toast('success', t('mealRate.done'))
            setRated(null)
          }}
          onClose={() => setRated(null)}
        />
      )}
    </div>
  )
}
