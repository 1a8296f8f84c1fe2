import '../clothing/clothing.css'
import { Button } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { NewSurveyDialog } from './NewSurveyDialog.client.tsx'
import { Survey } from './Survey.client.tsx'

/** 换季征订: the surveys of the reader's departments, the newest first, and one of them whole. */
export function SurveyTab() {
  const t = useT()
  const mayPlan = useMay('equipmentClothing:RenewPlan')
  const [chosen, setChosen] = useState<number | null>(null)
  const [isStarting, setStarting] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['clothingIssue', 'surveys'],
    queryFn: ({ signal }) => api.get('/api/clothing/survey/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const shown = data.surveys.find(({ id }) => id === chosen) ?? data.surveys[0]
  const start = mayPlan ? (
    <Button
      {...(shown === undefined && { intent: 'primary' as const })}
      icon="add"
      text={t('survey.start')}
      onClick={() => setStarting(true)}
    />
  ) : null
  return (
    <section className="survey">
      {shown === undefined ? (
        <EmptyState title={t('survey.none')} text={t('survey.noneText')} action={start} />
      ) : (
        <>
          <div className="clothing-bar">
            <SelectBox
              aria-label={t('survey.choose')}
              value={shown.id}
              onChange={(event) => setChosen(Number(event.currentTarget.value))}
            >
              {data.surveys.map(({ id, name, state }) => (
                <option key={id} value={id}>
                  {name} · {t(`survey.state.${state as 'open'}`)}
                </option>
              ))}
            </SelectBox>
            {start}
          </div>
          <Survey key={shown.id} id={shown.id} />
        </>
      )}
      {isStarting ? (
        <NewSurveyDialog
          items={data.items}
          onClose={() => setStarting(false)}
          onStarted={(id) => {
            setStarting(false)
            setChosen(id)
          }}
        />
      ) : null}
    </section>
  )
}
