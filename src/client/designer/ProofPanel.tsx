import { Button } from '@blueprintjs/core'
import { ErrorIcon, TickCircleIcon } from '@blueprintjs/icons'
import { Waiting } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { VerifyAnswer } from '#src/define/workflows/workflows.ts'
import { useDesigner } from './context.ts'

export type Fault = VerifyAnswer['faults'][number]

interface Props {
  /** The path that is drawn on the canvas. */
  readonly path: readonly string[]
  /** Draws the path of a fault; null takes it away. */
  readonly onShow: (fault: Fault | null) => void
  /** Goes to the setting that mends a fault. */
  readonly onMend: (fault: Fault) => void
}

/** What publishing would say of the draft, kept up to date while it is edited (25.10). */
export function ProofPanel({ path, onShow, onMend }: Props) {
  const t = useT()
  const { proof, isProving, hasProofFailed } = useDesigner()
  const { faults = [], warnings = [] } = proof ?? {}
  const tone = hasProofFailed || proof === undefined ? '' : proof.ok ? 'is-sound' : 'is-faulty'
  return (
    <section className={`card proof ${tone}`} aria-label={t('designer.proof')} aria-busy={isProving}>
      <header>
        {proof === undefined || isProving ? <Waiting size={16} /> : proof.ok ? <TickCircleIcon /> : <ErrorIcon />}
        <p role="status">
          {hasProofFailed
            ? t('designer.unproved')
            : proof === undefined
              ? t('designer.proving')
              : proof.ok
                ? t('designer.sound')
                : t('designer.faults', [faults.length])}
        </p>
        {path.length === 0 ? null : (
          <Button size="small" variant="minimal" text={t('designer.hidePath')} onClick={() => onShow(null)} />
        )}
      </header>
      {faults.length + warnings.length === 0 ? null : (
        <ul>
          {[...faults, ...warnings].map((fault, index) => (
            <li
              key={`${fault.rule} ${fault.state} ${fault.message}`}
              className={index < faults.length ? undefined : 'is-warning'}
            >
              <button
                type="button"
                className="proof-fault"
                aria-pressed={fault.path.length > 0 && fault.path === path}
                onClick={() => onShow(fault)}
              >
                <span>{fault.message}</span>
              </button>
              <Button
                size="small"
                text={t('designer.mend')}
                aria-label={t('designer.mendThis', [fault.message])}
                onClick={() => onMend(fault)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
