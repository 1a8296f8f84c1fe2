import { useRef } from 'react'
import { SCANNER_GAP_MS } from '#src/client/components/scanner/keyboard.ts'

/** Tells what a person typed from what a scanner types into the same field. */
export function useTypedQty() {
  const last = useRef<{ readonly before: string; readonly at: number } | null>(null)
  return {
    /** A change of the field, with what stood there before. */
    onType(before: string): void {
      const now = performance.now()
      const isBurst = last.current !== null && now - last.current.at <= SCANNER_GAP_MS
      last.current = { before: isBurst ? (last.current?.before ?? before) : before, at: now }
    },
    /** What stood in the field before the scan that just ended; null when the scan wrote nothing there. */
    beforeScan(): string | null {
      const burst = last.current
      last.current = null
      return burst !== null && performance.now() - burst.at <= 2 * SCANNER_GAP_MS ? burst.before : null
    },
  }
}
