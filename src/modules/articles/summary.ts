/** Characters of the body that stand for a summary that was left empty (10.4). */
const SUMMARY = 120

/** The beginning of a body without its marks. */
export function summaryOf(body: string): string {
  const plain = body
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[#*_`>]|^\s*[-+]\s/gm, '')
    .replace(/\s+/g, ' ')
  return [...plain.trim()].slice(0, SUMMARY).join('')
}
