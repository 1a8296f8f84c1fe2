import { startTransition, useEffect, useState } from 'react'

/** How many of so many parts are drawn: the first ones at once, the rest piece by piece, each in a drawing of its own that leaves room for keys and clicks. */
export function useGrowing(total: number, first: number, piece: number): number {
  const [drawn, setDrawn] = useState(first)
  useEffect(() => {
    if (drawn >= total) return
    const drawing = requestAnimationFrame(() => startTransition(() => setDrawn((now) => now + piece)))
    return () => cancelAnimationFrame(drawing)
  }, [drawn, total, piece])
  return drawn
}
