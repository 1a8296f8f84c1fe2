import { Button, OverlayToaster, type Toaster } from '@blueprintjs/core'
import { CrossIcon, Error as ErrorIcon, InfoSign, TickCircle, WarningSign } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { TOAST_TIMEOUT, type ToastKind } from './toast.ts'
import '#src/client/platform/theme/rest.ts'

const icons = { info: <InfoSign />, danger: <ErrorIcon />, success: <TickCircle />, warning: <WarningSign /> }

let toaster: Promise<Toaster> | undefined

interface Content {
  readonly kind: ToastKind
  readonly heading: string
  /** The heading is seen, not only read out. */
  readonly isHeaded: boolean
  readonly text: string
  readonly action?: { readonly text: string; readonly onClick: () => void }
}

/** How many there were: each has a key and so a time of its own. Under one key the next toast would go with the time of the last. */
let count = 0

/** Puts a toast on the screen in place of the last, announced to screen readers. */
export async function showToast({ kind, heading, isHeaded, text, action }: Content): Promise<void> {
  toaster ??= OverlayToaster.create({ position: 'top', maxToasts: 1 })
  const shown = await toaster
  count += 1
  const key = `toast-${count}`
  const dismiss = (): void => shown.dismiss(key)
  const message = (
    <div className="toast-content">
      <div className="toast-text">
        <strong className={isHeaded ? 'toast-heading' : 'toast-heading visually-hidden'}>{heading}</strong>
        <div>{text}</div>
      </div>
      {action === undefined ? null : (
        <Button
          variant="minimal"
          text={action.text}
          onClick={() => {
            dismiss()
            action.onClick()
          }}
        />
      )}
      <CloseButton onClose={dismiss} />
    </div>
  )
  shown.show(
    {
      message,
      icon: icons[kind],
      timeout: TOAST_TIMEOUT,
      className: `toast toast-${kind}`,
      isCloseButtonShown: false,
    },
    key,
  )
}

/** Blueprint's own is called "Close" in every language. */
function CloseButton({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  return <Button variant="minimal" icon={<CrossIcon />} aria-label={t('common.close')} onClick={onClose} />
}
