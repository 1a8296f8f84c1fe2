import { Button, Switch } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { confirmDialog, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { PasteSurvey } from './PasteSurvey.client.tsx'
import { SurveyPeople, SurveyTotals } from './SurveyTables.client.tsx'

/** One survey: how far it is, who takes what, and what has to be bought. */
export function Survey({ id }: { readonly id: number }) {
  const t = useT()
  const client = useQueryClient()
  const mayPlan = useMay('equipmentClothing:RenewPlan')
  const mayExport = useMay('equipmentClothing:Export')
  const [isPasting, setPasting] = useState(false)
  const [onlyOpen, setOnlyOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['clothingIssue', 'survey', id],
    queryFn: ({ signal }) => api.get(`/api/clothing/survey/${id}/`, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={8} />
  const { survey, totals } = data
  const isOpen = survey.state === 'open'
  const reload = () => client.invalidateQueries({ queryKey: ['clothingIssue'] })
  const remind = async (): Promise<void> => {
    const { people } = await api.post(`/api/clothing/survey/${id}/remind/`, {}, { key: newKey() })
    await reload()
    toast('success', t('survey.reminded', [people]))
  }
  const order = async (): Promise<void> => {
    const pieces = totals.reduce((sum, { toOrder }) => sum + toOrder, 0)
    if (!(await confirmDialog({ text: t('survey.orderConfirm', [pieces]) }))) return
    const made = await api.post(`/api/clothing/survey/${id}/order/`, {}, { key: newKey() })
    await reload()
    toast('success', t('survey.ordered', [made.demands, made.pieces]))
  }
  const cancel = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('survey.cancelConfirm', [survey.name]), intent: 'danger' }))) return
    await api.post(`/api/clothing/survey/${id}/cancel/`, {}, { key: newKey() })
    await reload()
    toast('success', t('survey.cancelled'))
  }
  const save = async (): Promise<void> => {
    const { blob, name } = await api.download(`/api/clothing/survey/${id}/sheet/`, { query: {} })
    saveBlob(blob, name)
  }
  return (
    <>
      <div className="clothing-bar">
        <p className="survey-progress">{t('survey.progress', [survey.answered, survey.people, survey.dueDate])}</p>
        {mayExport ? <Button icon="export" text={t('survey.export')} onClick={() => ignoreApiError(save())} /> : null}
        {mayPlan && isOpen ? (
          <>
            <Button icon="clipboard" text={t('survey.paste')} onClick={() => setPasting(true)} />
            <Button
              icon="notifications"
              text={t('survey.remind')}
              disabled={survey.answered === survey.people}
              onClick={() => ignoreApiError(remind())}
            />
            <Button
              intent="primary"
              icon="shopping-cart"
              text={t('survey.order')}
              onClick={() => ignoreApiError(order())}
            />
            <Button
              variant="minimal"
              intent="danger"
              text={t('survey.cancel')}
              onClick={() => ignoreApiError(cancel())}
            />
          </>
        ) : null}
      </div>
      <h2>{t('survey.totals')}</h2>
      <SurveyTotals rows={totals} />
      <div className="clothing-head">
        <h2>{t('survey.region')}</h2>
        <Switch
          label={t('survey.onlyOpen')}
          checked={onlyOpen}
          onChange={(event) => setOnlyOpen(event.currentTarget.checked)}
        />
      </div>
      <SurveyPeople matrix={data} onlyOpen={onlyOpen} />
      {isPasting ? (
        <PasteSurvey
          surveyId={id}
          onClose={() => setPasting(false)}
          onTaken={() => {
            setPasting(false)
            void reload()
          }}
        />
      ) : null}
    </>
  )
}
