import { Classes } from '@blueprintjs/core'
import { startTransition, useOptimistic } from 'react'

interface Props {
  /** What is ticked, for those who cannot see it. */
  readonly label: string
  readonly isTicked: boolean
  readonly onTick: () => void
}

/** The checkbox of a row, of which a page has a hundred: it shows the tick at once, and what follows from it for the page comes after. */
export function Tick({ label, isTicked, onTick }: Props) {
  const [shown, show] = useOptimistic(isTicked)
  const tick = (): void =>
    startTransition(() => {
      show(!shown)
      onTick()
    })
  return (
    <label className={`${Classes.CONTROL} ${Classes.CHECKBOX} ${Classes.ALIGN_LEFT}`}>
      <input type="checkbox" className={Classes.CONTROL_INPUT} aria-label={label} checked={shown} onChange={tick} />
      <span className={Classes.CONTROL_INDICATOR} />
    </label>
  )
}
