import { type RefObject, useEffect, useRef } from 'react'

/**
 * What is typed between the opening of the palette and the moment its input has the focus: kept for the input, and kept from
 * the page behind it, where a letter may be a deed. Escape closes.
 */
export function useEarlyKeys(isOpen: boolean, onClose: () => void): RefObject<string> {
  const early = useRef('')
  useEffect(() => {
    early.current = ''
    if (!isOpen) return
    const keep = (event: KeyboardEvent): void => {
      const isPalettes = event.target instanceof Element && event.target.closest('.palette') !== null
      if (isPalettes || event.ctrlKey || event.metaKey || event.altKey) return
      event.stopPropagation()
      event.preventDefault()
      if (event.key === 'Escape') onClose()
      else if (event.key === 'Backspace') early.current = early.current.slice(0, -1)
      else if (event.key.length === 1) early.current += event.key
    }
    addEventListener('keydown', keep, { capture: true })
    return () => removeEventListener('keydown', keep, { capture: true })
  }, [isOpen, onClose])
  return early
}
