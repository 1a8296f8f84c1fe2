import { Button, type ButtonProps } from '@blueprintjs/core'
import type { MouseEvent } from 'react'
import { Waiting } from '#src/client/components/ui/Waiting.tsx'

/** A button that waits for its own action. Unlike Blueprint's `loading` it is never disabled, which would throw the keyboard's focus out of the page. */
export function BusyButton({ isBusy, icon, onClick, ...props }: ButtonProps & { readonly isBusy: boolean }) {
  const click = (event: MouseEvent<HTMLElement>): void => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <Button
      {...props}
      icon={isBusy ? <Waiting size={16} /> : icon}
      aria-disabled={isBusy}
      aria-busy={isBusy}
      onClick={click}
    />
  )
}
