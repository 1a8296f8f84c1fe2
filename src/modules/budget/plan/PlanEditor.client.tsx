import { Button, ButtonGroup, Callout } from '@blueprintjs/core'
import { ArrowLeftIcon, EditIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { DateText, FailedState, MoneyText, SkeletonRows, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { Timeline } from '#src/client/records/detail/Timeline.tsx'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { useRecordRow } from '#src/client/records/form/useRecordForm.ts'
import { rightsOn } from '#src/client/records/list/rowActions.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { PlanSheetEditor } from './PlanSheetEditor.client.tsx'
import { usePlanSheet } from './plan-calls.client.tsx'
import { yearPlan } from './year-plan.ts'

/** One department's plan: its head, its sheet, what happened to it. */
export function PlanEditor({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useT()
  const may = useMayCheck()
  const { nameOf, labels } = useRecordTexts(yearPlan)
  const row = useRecordRow(yearPlan, id)
  const sheet = usePlanSheet(id)
  const [shown, setShown] = useState<'edit' | 'history' | null>(null)
  const error = row.error ?? sheet.error
  if (error !== null)
    return (
      <FailedState
        error={error}
        onRetry={() => {
          void row.refetch()
          void sheet.refetch()
        }}
      />
    )
  if (row.data === undefined || sheet.data === undefined) return <SkeletonRows rows={10} />
  const plan = row.data
  return (
    <section className="plan-editor" aria-label={nameOf(plan)}>
      <header className="plan-head">
        <Button variant="minimal" icon={<ArrowLeftIcon />} aria-label={t('yearPlan.back')} onClick={onClose} />
        <h2>{nameOf(plan)}</h2>
        <StateChip dictionary="yearPlanState" value={String(plan.state)} />
        <span className="list-filters-space" />
        <ButtonGroup>
          {rightsOn(yearPlan, plan, may).edit ? (
            <Button icon={<EditIcon />} text={labels('basis')} onClick={() => setShown('edit')} />
          ) : null}
          <Button
            text={t('records.detail.timeline')}
            active={shown === 'history'}
            aria-pressed={shown === 'history'}
            onClick={() => setShown(shown === 'history' ? null : 'history')}
          />
        </ButtonGroup>
      </header>
      <dl className="plan-facts">
        <div className="is-wide">
          <dt>{labels('basis')}</dt>
          <dd>{String(plan.basis ?? '')}</dd>
        </div>
        <div>
          <dt>{labels('headcount')}</dt>
          <dd>{String(plan.headcount ?? '')}</dd>
        </div>
        <div>
          <dt>{labels('lastYearApproved')}</dt>
          <dd>
            <MoneyText value={plan.lastYearApproved as string} />
          </dd>
        </div>
        <div>
          <dt>{labels('lastYearExec')}</dt>
          <dd>
            <MoneyText value={plan.lastYearExec as string} />
          </dd>
        </div>
        <div>
          <dt>{labels('submittedAt')}</dt>
          <dd>
            <DateText value={plan.submittedAt as string | null} />
          </dd>
        </div>
      </dl>
      {plan.reviewNote ? (
        <Callout compact intent={plan.state === 'returned' ? 'warning' : 'primary'} title={labels('reviewNote')}>
          {String(plan.reviewNote)}
        </Callout>
      ) : null}
      {shown === 'history' ? <Timeline record={yearPlan} id={id} /> : null}
      <PlanSheetEditor plan={plan} sheet={sheet.data} />
      {shown === 'edit' ? <FormDrawer record={yearPlan} id={id} onClose={() => setShown(null)} /> : null}
    </section>
  )
}
