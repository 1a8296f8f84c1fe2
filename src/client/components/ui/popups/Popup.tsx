import { Button, type ButtonProps, type Intent } from '@blueprintjs/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { afterPaint } from '../afterPaint.ts'

/** An action in a menu. */
export interface Item {
  readonly text: string
  readonly intent?: Intent
  readonly onClick: () => void
}

interface Common {
  readonly button: ButtonProps & { readonly id?: string }
  readonly placement?: 'bottom-end' | 'bottom-start' | 'top-end'
  /** As wide as where it stands. */
  readonly fill?: boolean
}
/** What opens is a menu of actions, or a small dialog. */
export type PopupProps = Common &
  (
    | { readonly items: readonly Item[]; readonly content?: never }
    | { readonly content: ReactNode; readonly items?: never }
  )

// What lets a popup stand beside its button weighs more than a page of rows, and few are ever opened.
const OpenedPopup = lazy(() => import('./OpenedPopup.tsx'))

/** A button with what it opens; until the first press there is the button alone. */
export function Popup(props: PopupProps) {
  const [isAsked, setAsked] = useState(false)
  const unasked = (
    <Button
      {...props.button}
      {...(props.fill === true && { fill: true })}
      aria-haspopup={props.items === undefined ? 'dialog' : 'menu'}
      aria-expanded={false}
      onClick={() => afterPaint(() => setAsked(true))}
    />
  )
  if (!isAsked) return unasked
  return (
    <Suspense fallback={unasked}>
      <OpenedPopup {...props} />
    </Suspense>
  )
}
