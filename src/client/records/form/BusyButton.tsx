import { Button, type ButtonProps } from '@blueprintjs/core'
import type { MouseEvent } from 'react'
import { Waiting } from '#src/client/components/ui/Waiting.tsx'

interface BusyButtonProps extends ButtonProps {
  readonly isBusy: boolean
  /** It does nothing now, and keeps the focus all the same. */
  readonly isOff?: boolean
}

/** A button that waits for its own action. Unlike Blueprint's `loading` it is never disabled, which would throw the keyboard's focus out of the page. */
export function BusyButton({ isBusy, isOff = false, icon, onClick, className, ...props }: BusyButtonProps) {
  const click = (event: MouseEvent<HTMLElement>): void => {
    if (isBusy || isOff) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Button
      {...props}
      className={`${className ?? ''}${isOff ? ' bp6-disabled' : ''}`}
      icon={isBusy ? <Waiting size={16} /> : icon}
      aria-disabled={isBusy || isOff}
      aria-busy={isBusy}
      onClick={click}
    />
  )
}
