import { Classes } from '@blueprintjs/core'
import { startTransition, useOptimistic } from 'react'

interface Props {
  /** What is ticked, for those who cannot see it. */
  readonly label: string
  readonly isTicked: boolean
  /** With Shift: all rows since the last tick. */
  readonly onTick: (isRange: boolean) => void
}

/** The checkbox of a row, of which a page has a hundred: it shows the tick at once, and what follows from it for the page comes after. */
export function Tick({ label, isTicked, onTick }: Props) {
  const [shown, show] = useOptimistic(isTicked)
  const tick = (isRange: boolean): void =>
    startTransition(() => {
      show(!shown)
      onTick(isRange)
    })
  return (
    <label className={`${Classes.CONTROL} ${Classes.CHECKBOX} ${Classes.ALIGN_LEFT}`}>
      <input
        type="checkbox"
        className={Classes.CONTROL_INPUT}
        aria-label={label}
        checked={shown}
        onChange={({ nativeEvent }) => tick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <span className={Classes.CONTROL_INDICATOR} />
    </label>
  )
}
