import { Callout } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { VerifyAnswer } from '#src/define/workflows/workflows.ts'

interface FaultListProps {
  readonly verdict: VerifyAnswer
  /** Shows on the diagram how a ticket comes to the fault; without a diagram in sight there is nothing to press. */
  readonly onPath?: (path: readonly string[]) => void
}

/** What speaks against publishing, each fault in words; what is only worth knowing stands below. */
export function FaultList({ verdict, onPath }: FaultListProps) {
  const t = useT()
  return (
    <>
      {verdict.faults.length === 0 ? null : (
        <Callout intent="danger" role="status" title={t('workflows.faults', [verdict.faults.length])}>
          <ul className="fault-list">
            {verdict.faults.map((one) => (
              <li key={`${one.rule} ${one.state} ${one.message}`}>
                {one.message}
                {onPath === undefined || one.path.length === 0 ? null : (
                  <button type="button" className="link-button" onClick={() => onPath(one.path)}>
                    {t('workflows.showPath')}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      {verdict.warnings.length === 0 ? null : (
        <Callout intent="warning" title={t('workflows.warnings', [verdict.warnings.length])}>
          <ul className="fault-list">
            {verdict.warnings.map((one) => (
              <li key={`${one.rule} ${one.state} ${one.message}`}>{one.message}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  )
}
