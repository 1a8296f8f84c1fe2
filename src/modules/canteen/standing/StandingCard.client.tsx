import { Button, Switch } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { OwnMeals } from '../menus/week.types.ts'
import { mealTypes } from '../orders/times.ts'
import { DayGrid } from './DayGrid.client.tsx'
import { DaysSheet } from './DaysSheet.client.tsx'
import { type StandingMeals, workdayLunches } from './standing.ts'

const noMeals: StandingMeals = {}

/** 每周固定订餐 above one's next meals: on and off by one tap, what it names and what came of it. */
export function StandingCard({ data: { standing, days } }: { readonly data: OwnMeals }) {
  const t = useT()
  const client = useQueryClient()
  const [open, setOpen] = useState<'standing' | 'days' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isOn = standing?.isOn ?? false
  const meals = standing?.meals ?? noMeals
  const hasMeals = Object.keys(meals).length > 0
  const store = async (isNowOn: boolean, chosen: StandingMeals): Promise<void> => {
    setBusy(true)
    try {
      const done = await api.post('/api/canteen/standing/', { isOn: isNowOn, meals: chosen }, { key: newKey() })
      setOpen(null)
      toast(
        'success',
        isNowOn
          ? isOn
            ? t('standing.changed', [done.ordered, done.cancelled])
            : t('standing.on', [done.ordered])
          : t('standing.stopped', [done.cancelled]),
      )
    } finally {
      await client.invalidateQueries({ queryKey: ['mealOrder', 'own'] })
      setBusy(false)
    }
  }
  const found = days.flatMap((day) => day.meals.map((meal) => meal.standing))
  const ordered = found.filter((one) => one === 'ordered').length
  const skipped = found.filter((one) => one !== null && one !== 'ordered' && one !== 'soon').length
  return (
    <section className="card standing" aria-label={t('standing.title')}>
      <Switch
        large
        checked={isOn}
        disabled={isBusy}
        labelElement={<strong>{t('standing.title')}</strong>}
        onChange={() => (hasMeals ? ignoreApiError(store(!isOn, meals)) : setOpen('standing'))}
      />
      <div className="standing-text">
        {hasMeals ? <MealsText meals={meals} /> : <span>{t('standing.explain')}</span>}
        {isOn ? <small>{t('standing.sum', [ordered, skipped])}</small> : null}
      </div>
      <div className="meal-bar-actions">
        <Button text={t(hasMeals ? 'standing.change' : 'standing.choose')} onClick={() => setOpen('standing')} />
        <Button variant="minimal" text={t('standing.days')} onClick={() => setOpen('days')} />
      </div>
      {open === 'standing' ? (
        <StandingSheet
          start={hasMeals ? meals : workdayLunches}
          isBusy={isBusy}
          onSave={(chosen) => ignoreApiError(store(true, chosen))}
          onClose={() => setOpen(null)}
        />
      ) : null}
      {open === 'days' ? <DaysSheet onClose={() => setOpen(null)} /> : null}
    </section>
  )
}

/** The days of each meal in one line. */
function MealsText({ meals }: { readonly meals: StandingMeals }) {
  const t = useT()
  const label = useDictionaryLabel()
  return mealTypes.map((meal) => {
    const days = meals[meal]
    return days === undefined ? null : (
      <span key={meal}>
        {label('mealType', meal)} {days.map((day) => t(`standing.day.${day as 1}`)).join(t('common.listSeparator'))}
      </span>
    )
  })
}

interface StandingSheetProps {
  readonly start: StandingMeals
  readonly isBusy: boolean
  readonly onSave: (meals: StandingMeals) => void
  readonly onClose: () => void
}

function StandingSheet({ start, isBusy, onSave, onClose }: StandingSheetProps) {
  const t = useT()
  const [meals, setMeals] = useState(start)
  return (
    <Sheet
      title={t('standing.title')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <Button
            intent="primary"
            text={t('standing.save')}
            disabled={isBusy || Object.keys(meals).length === 0}
            onClick={() => onSave(meals)}
          />
        </>
      }
    >
      <p>{t('standing.explain')}</p>
      <DayGrid meals={meals} onChange={setMeals} />
    </Sheet>
  )
}
