import { useEffect } from 'react'

/** Gives the focus back to what had it, once the caller is taken away as a whole. */
export function useFocusReturn(): void {
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
}
