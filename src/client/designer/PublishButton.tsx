import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { told } from '#src/client/forms/told.ts'
import { type Translate, useT } from '#src/client/i18n/index.ts'
import { May, toast, Waiting } from '#src/client/ui/index.ts'
import { type Designer, useDesigner } from './context.ts'

/** Why the draft cannot be published now; null when it can. */
function obstacle({ revision, keeping, proof, isProving }: Designer, t: Translate): string | null {
  if (keeping !== 'kept') return t('designer.blocked.keeping')
  if (revision === 0) return t('designer.blocked.unchanged')
  if (isProving || proof === undefined) return t('designer.blocked.proving')
  return proof.ok ? null : t('designer.blocked.faulty', [proof.faults.length])
}

/** Makes the draft the version that new applications follow, or says what stands in the way. */
export function PublishButton() {
  const t = useT()
  const id = useId()
  const designer = useDesigner()
  const [isBusy, setBusy] = useState(false)
  const reason = obstacle(designer, t)
  const publish = async (): Promise<void> => {
    setBusy(true)
    try {
      toast('success', t('designer.published', [await designer.publish()]))
    } finally {
      setBusy(false)
    }
  }
  return (
    <May need="workflow:Publish">
      <span className="publish">
        <Button
          intent="primary"
          text={t('designer.publish')}
          icon={isBusy ? <Waiting size={16} /> : null}
          className={reason === null ? '' : 'is-blocked'}
          aria-disabled={reason !== null || isBusy}
          aria-busy={isBusy}
          aria-describedby={id}
          onClick={() => {
            if (reason !== null) toast('info', reason)
            else if (!isBusy) told(publish())
          }}
        />
        <small id={id}>{reason}</small>
      </span>
    </May>
  )
}
