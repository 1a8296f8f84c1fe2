import { encode } from 'uqr'

/** A code as the path of an SVG of `size` modules a side, without a margin. */
export function codePath(text: string): { readonly size: number; readonly path: string } {
  const { data } = encode(text, { border: 0, ecc: 'M' })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: data.length, path: cells.join('') }
}
