import '../canteen.css'
import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type Fields, longText } from '#src/fields/field.ts'
import { dayLabel } from '../dayLabel.ts'
import type { LimitedPerson } from './limits.types.ts'

const fields: Fields = { reason: longText(2, 200, { required: true }) }

/** 订餐限制: who missed so many meals that they order for tomorrow at most (CAN-45). */
export function LimitsTab() {
  const t = useT()
  const [lifted, setLifted] = useState<LimitedPerson | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['mealOrder', 'limits'],
    queryFn: ({ signal }) => api.get('/api/canteen/limits/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  if (data.length === 0) return <EmptyState title={t('mealLimit.none')} />
  return (
    <>
      <ul className="meal-diners">
        {data.map((person) => (
          <LimitItem key={person.id} limited={person} onLift={() => setLifted(person)} />
        ))}
      </ul>
      {lifted === null ? null : (
        <PostForm
          title={`${t('mealLimit.lift')} · ${lifted.person}`}
          path="/api/canteen/limits/lift/"
          record="mealOrder"
          fields={fields}
          fixed={{ personId: lifted.id }}
          labels={() => t('mealLimit.reason')}
          submitText={t('mealLimit.lift')}
          onDone={() => toast('success', t('mealLimit.lifted', [lifted.person]))}
          onClose={() => setLifted(null)}
        />
      )}
    </>
  )
}

function LimitItem({ limited, onLift }: { readonly limited: LimitedPerson; readonly onLift: () => void }) {
  const t = useT()
  const language = useLanguage()
  const label = useDictionaryLabel()
  const { person, empNo, dept, until, missed } = limited
  const meals = missed.map(({ date, mealType }) =>
    t('mealDay', [dayLabel(date, language), label('mealType', mealType)]),
  )
  return (
    <li className="card">
      <div>
        <strong>{person}</strong>
        <small>
          {empNo} · {dept} · {t('mealLimit.until', [until])}
        </small>
        <small>{t('mealLimit.missed', [missed.length, meals.join(t('common.listSeparator'))])}</small>
      </div>
      <span className="meal-diner-steps">
        <Button text={t('mealLimit.lift')} aria-label={`${t('mealLimit.lift')} ${person}`} onClick={onLift} />
      </span>
    </li>
  )
}
