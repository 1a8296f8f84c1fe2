/** Whether and how long a completed ticket may be revoked (25.4). */
import { Checkbox } from '@blueprintjs/core'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { Figure } from '../parts.tsx'

/** Days offered first. */
const USUAL_DAYS = 30

export function RevocationRules() {
  const t = useT()
  const { design, define } = useDesigner()
  const { revocableDays } = design.definition
  const grant = (days: number | undefined): void =>
    define(
      ({ revocableDays: _, ...before }): WorkflowDefinition =>
        days === undefined ? before : { ...before, revocableDays: days },
    )
  return (
    <>
      <Checkbox
        label={t('designer.revocable')}
        checked={revocableDays !== undefined}
        onChange={(event) => grant(event.currentTarget.checked ? USUAL_DAYS : undefined)}
      />
      {revocableDays === undefined ? null : (
        <Figure spot="revocation" label={t('designer.revocableDays')} value={revocableDays} onChange={grant} />
      )}
    </>
  )
}
