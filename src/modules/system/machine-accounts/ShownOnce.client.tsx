import { Button, Callout } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'

interface ShownOnceProps {
  readonly title: string
  readonly hint: string
  readonly secret: string
  readonly onClose: () => void
}

/** A secret that nobody can read again. */
export function ShownOnce({ title, hint, secret, onClose }: ShownOnceProps) {
  const t = useT()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret)
    toast('success', t('machineAccounts.copied'))
  }
  return (
    <Sheet
      title={title}
      shape="dialog"
      onClose={onClose}
      footer={<Button intent="primary" text={t('machineAccounts.done')} onClick={onClose} />}
    >
      <Callout intent="warning" className="form-notice">
        {hint}
      </Callout>
      <div className="shown-once">
        <output>
          <code>{secret}</code>
        </output>
        <Button icon={<DuplicateIcon />} text={t('machineAccounts.copy')} onClick={() => ignoreApiError(copy())} />
      </div>
    </Sheet>
  )
}
