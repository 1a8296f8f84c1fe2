/** Where a return leads and what follows it (25.3, WF-08). */
import { Checkbox, FormGroup } from '@blueprintjs/core'
import { useId } from 'react'
import type { Resume } from '#machines/ticket/definition/definition.ts'
import { resumeIn, returnsMade } from '#machines/ticket/engine/returns.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'

/** What a return asks for. */
export interface ReturnMode {
  readonly target: string
  readonly resume: Resume
}

/** The return offered first: to the applicant, and the route again unless the workflow knows only the other. */
export const firstMode = ({ returnTargets, workflow }: SeenTicket): ReturnMode => ({
  target: returnTargets[0]?.target ?? 'start',
  resume: resumeIn(workflow.definition) === 'straightBack' ? 'straightBack' : 'runAgain',
})

/** The target where there is a choice, and whether the ticket comes straight back. */
export function ReturnModeInput({
  detail,
  value,
  onChange,
}: {
  readonly detail: SeenTicket
  readonly value: ReturnMode
  readonly onChange: (mode: ReturnMode) => void
}) {
  const t = useT()
  const id = useId()
  const { definition } = detail.workflow
  const { mostReturns } = definition
  const resume = resumeIn(definition)
  return (
    <>
      {detail.returnTargets.length > 1 ? (
        <FormGroup label={t('ticketAction.dialog.target')} labelFor={id} fill>
          <SelectBox
            id={id}
            fill
            value={value.target}
            onChange={(event) => onChange({ ...value, target: event.currentTarget.value })}
          >
            {detail.returnTargets.map(({ target, name }) => (
              <option key={target} value={target}>
                {name ?? t('ticketAction.dialog.applicant')}
              </option>
            ))}
          </SelectBox>
        </FormGroup>
      ) : null}
      {resume === 'either' ? (
        <FormGroup helperText={t('ticketAction.dialog.comeBackHint')}>
          <Checkbox
            label={t('ticketAction.dialog.comeBack')}
            checked={value.resume === 'straightBack'}
            onChange={(event) =>
              onChange({ ...value, resume: event.currentTarget.checked ? 'straightBack' : 'runAgain' })
            }
          />
        </FormGroup>
      ) : null}
      {resume === 'straightBack' ? <p className="form-notice">{t('ticketAction.dialog.comesBack')}</p> : null}
      {mostReturns === undefined ? null : (
        <p className="form-notice">
          {t('ticketAction.dialog.returnsLeft', [mostReturns, returnsMade(detail.context)])}
        </p>
      )}
    </>
  )
}
