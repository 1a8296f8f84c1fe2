import { OverlayToaster, type Toaster } from '@blueprintjs/core'
import { Error as ErrorIcon, InfoSign, TickCircle, WarningSign } from '@blueprintjs/icons'
import { TOAST_TIMEOUT, type ToastKind } from './toast.ts'
import '#src/client/theme/rest.ts'

const icons = { info: <InfoSign />, danger: <ErrorIcon />, success: <TickCircle />, warning: <WarningSign /> }

let toaster: Promise<Toaster> | undefined

interface Content {
  readonly kind: ToastKind
  readonly heading: string
  readonly text: string
  readonly action?: { readonly text: string; readonly onClick: () => void }
}

/** Puts one toast on the screen, announced to screen readers. */
export async function showToast({ kind, heading, text, action }: Content): Promise<void> {
  toaster ??= OverlayToaster.create({ position: 'top-right', maxToasts: 5 })
  const key = `${kind}:${text}`
  const message = (
    <div>
      <strong className="toast-heading">{heading}</strong>
      <div>{text}</div>
    </div>
  )
  ;(await toaster).show(
    {
      message,
      icon: icons[kind],
      timeout: TOAST_TIMEOUT,
      className: `toast toast-${kind}`,
      ...(action ? { action } : {}),
    },
    key,
  )
}
