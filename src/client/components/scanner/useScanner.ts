import { useEffect, useRef } from 'react'
import { isCode, noBurst, SCANNER_END_MS, withKey } from './keyboard.ts'

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** Hears a keyboard scanner wherever the focus is, except in a field for free text. */
export function useScanner(onCode: (code: string) => void): void {
  const hear = useRef(onCode)
  hear.current = onCode
  useEffect(() => {
    let burst = noBurst
    let end: ReturnType<typeof setTimeout> | undefined
    const handle = (event: KeyboardEvent): void => {
      const isFree = isField(event.target) && event.target.dataset.scan === 'no'
      if (event.ctrlKey || event.metaKey || event.altKey || isFree) return
      clearTimeout(end)
      const next = withKey(burst, { code: event.code, shiftKey: event.shiftKey, at: event.timeStamp })
      burst = next.burst
      if (next.done !== null) {
        event.preventDefault()
        hear.current(next.done)
      } else if (isCode(burst) && !isField(event.target))
        // Without an end key silence ends the code; in a field somebody may just type fast.
        end = setTimeout(() => {
          const { text } = burst
          burst = noBurst
          hear.current(text)
        }, SCANNER_END_MS)
    }
    document.addEventListener('keydown', handle, { capture: true })
    return () => {
      clearTimeout(end)
      document.removeEventListener('keydown', handle, { capture: true })
    }
  }, [])
}
