/** Where a return leads and what follows it (25.3, WF-08). */
import { Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core'
import { useId } from 'react'
import type { Resume } from '#machines/ticket/definition.ts'
import { resumeIn, returnsMade } from '#machines/ticket/returns.ts'
import { useT } from '#src/client/i18n/index.ts'
import type { TicketDetail } from '#src/define/tickets.ts'

/** What a return asks for. */
export interface ReturnWay {
  readonly target: string
  readonly resume: Resume
}

/** The way offered first: to the applicant, and the way again unless the workflow knows only the other. */
export const firstWay = ({ returnTargets, workflow }: TicketDetail): ReturnWay => ({
  target: returnTargets[0]?.target ?? 'start',
  resume: resumeIn(workflow.definition) === 'straightBack' ? 'straightBack' : 'runAgain',
})

/** The target where there is a choice, and whether the ticket comes straight back. */
export function ReturnWayInput({
  detail,
  value,
  onChange,
}: {
  readonly detail: TicketDetail
  readonly value: ReturnWay
  readonly onChange: (way: ReturnWay) => void
}) {
  const t = useT()
  const id = useId()
  const { definition } = detail.workflow
  const { mostReturns } = definition
  const resume = resumeIn(definition)
  return (
    <>
      {detail.returnTargets.length > 1 ? (
        <FormGroup label={t('deed.dialog.target')} labelFor={id} fill>
          <HTMLSelect
            id={id}
            fill
            value={value.target}
            onChange={(event) => onChange({ ...value, target: event.currentTarget.value })}
          >
            {detail.returnTargets.map(({ target, name }) => (
              <option key={target} value={target}>
                {name ?? t('deed.dialog.applicant')}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
      ) : null}
      {resume === 'either' ? (
        <FormGroup helperText={t('deed.dialog.comeBackHint')}>
          <Checkbox
            label={t('deed.dialog.comeBack')}
            checked={value.resume === 'straightBack'}
            onChange={(event) =>
              onChange({ ...value, resume: event.currentTarget.checked ? 'straightBack' : 'runAgain' })
            }
          />
        </FormGroup>
      ) : null}
      {resume === 'straightBack' ? <p className="form-notice">{t('deed.dialog.comesBack')}</p> : null}
      {mostReturns === undefined ? null : (
        <p className="form-notice">{t('deed.dialog.returnsLeft', [mostReturns, returnsMade(detail.context)])}</p>
      )}
    </>
  )
}
