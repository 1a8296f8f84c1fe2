/** What holds for every return of a workflow (25.3): what follows it, and how often there may be one. */
import { Checkbox, FormGroup, Radio, RadioGroup } from '@blueprintjs/core'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { Figure } from '../parts.tsx'

const resumes = ['runAgain', 'straightBack', 'either'] as const
/** What is offered first when a limit is set. */
const USUAL_LIMIT = 3

export function ReturnRules() {
  const t = useT()
  const { design, define } = useDesigner()
  const { resume = 'runAgain', mostReturns } = design.definition
  const limit = (most: number | undefined): void =>
    define(
      ({ mostReturns: _, ...before }): WorkflowDefinition =>
        most === undefined ? before : { ...before, mostReturns: most },
    )
  const hasBranches = design.definition.states.some(({ branch }) => branch !== undefined)
  return (
    <>
      {hasBranches ? <p className="inspector-hint">{t('designer.branchesReturn')}</p> : null}
      <FormGroup label={t('designer.resume')}>
        <RadioGroup
          disabled={hasBranches}
          name="resume"
          aria-label={t('designer.resume')}
          selectedValue={hasBranches ? 'runAgain' : resume}
          onChange={(event) => {
            const chosen = resumes.find((one) => one === event.currentTarget.value)
            if (chosen !== undefined) define((before) => ({ ...before, resume: chosen }))
          }}
        >
          {resumes.map((one) => (
            <Radio key={one} value={one} label={t(`designer.resumeRule.${one}`)} />
          ))}
        </RadioGroup>
      </FormGroup>
      <Checkbox
        label={t('designer.limitReturns')}
        checked={mostReturns !== undefined}
        onChange={(event) => limit(event.currentTarget.checked ? USUAL_LIMIT : undefined)}
      />
      {mostReturns === undefined ? null : (
        <Figure spot="returns" label={t('designer.mostReturns')} value={mostReturns} onChange={limit} />
      )}
    </>
  )
}
