import { InputGroup, type InputGroupProps } from '@blueprintjs/core'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds of quiet before a keyword counts (LIST-STD). */
const TYPING_DELAY = 300

type Props = Omit<InputGroupProps, 'value' | 'onValueChange' | 'onChange'> & {
  readonly value: string
  readonly onValueChange: (value: string) => void
}

/** A text box that reports what was typed once the typing stops, or at once on Enter and when it is left. */
export function DebouncedInput({ value, onValueChange, ...props }: Props) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  const report = useRef(onValueChange)
  report.current = onValueChange

  useEffect(() => {
    // Reset or the back button changed the value from outside.
    if (value !== reported.current) {
      reported.current = value
      setTyped(value)
    }
  }, [value])

  const settle = useCallback((text: string): void => {
    if (text === reported.current) return
    reported.current = text
    report.current(text)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => settle(typed), TYPING_DELAY)
    return () => clearTimeout(timer)
  }, [typed, settle])

  return (
    <InputGroup
      fill
      autoComplete="off"
      {...props}
      value={typed}
      onValueChange={setTyped}
      onBlur={() => settle(typed)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) settle(typed)
      }}
    />
  )
}
