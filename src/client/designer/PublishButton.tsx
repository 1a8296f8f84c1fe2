import { Button } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { May, toast, Waiting } from '#src/client/components/ui/index.ts'
import { type Translate, useT } from '#src/client/platform/i18n/index.ts'
import { isProposed } from '#src/define/workflows/proposals.ts'
import { type Designer, useDesigner } from './context.ts'
import { useQuickFix } from './quickFix.ts'

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
  const navigate = useNavigate()
  const designer = useDesigner()
  const [isBusy, setBusy] = useState(false)
  const { goToSetting: mend } = useQuickFix()
  const reason = obstacle(designer, t)
  const [firstFault] = designer.keeping === 'kept' && !designer.isProving ? (designer.proof?.faults ?? []) : []
  const publish = async (): Promise<void> => {
    setBusy(true)
    try {
      const action = {
        text: t('designer.seeTests'),
        onClick: () => void navigate(`/workflow/workflow/${designer.id}/tests`),
      }
      const answer = await designer.publish()
      if (isProposed(answer)) toast('success', t('proposals.proposed'))
      else toast('success', t('designer.published', [answer.versionNo]), { action })
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
          aria-disabled={(reason !== null && firstFault === undefined) || isBusy}
          aria-busy={isBusy}
          aria-describedby={id}
          onClick={() => {
            // What stands in the way is shown where it is mended; a message would only cover it.
            if (firstFault !== undefined) mend(firstFault)
            else if (reason !== null) toast('info', reason)
            else if (!isBusy) ignoreApiError(publish())
          }}
        />
        <small id={id}>{reason}</small>
      </span>
    </May>
  )
}
