/** A span of pixels from left to right. */
export interface Span {
  readonly left: number
  readonly right: number
}

/** Of these columns those that are seen in part only, by place. */
export const cutAt = (columns: readonly Span[], seen: Span): readonly number[] =>
  columns.flatMap(({ left, right }, place) => {
    const visible = Math.min(right, seen.right) - Math.max(left, seen.left)
    // Half a pixel is what rounding leaves.
    return visible > 0.5 && visible < right - left - 0.5 ? [place] : []
  })

const headsOf = (region: Element): readonly Element[] => [
  ...(region.querySelector(':scope > table > thead > tr')?.children ?? []),
]

/** What can be seen of a table between the columns that stay in their place. */
function seenOf(region: Element, heads: readonly Element[]): Span {
  let left = region.getBoundingClientRect().left + region.clientLeft
  let right = left + region.clientWidth
  const isFromRight = getComputedStyle(region).direction === 'rtl'
  for (const head of heads) {
    const isFirst = head.classList.contains('is-first')
    if (!isFirst && !head.classList.contains('list-actions')) continue
    const box = head.getBoundingClientRect()
    if (isFirst === isFromRight) right = Math.min(right, box.left)
    else left = Math.max(left, box.right)
  }
  return { left, right }
}

const SIGN =
  "content: '…'; content: '…' / ''; position: absolute; inset-block: 0; display: flex; align-items: center; color: var(--text-soft);"
/** What each sheet says now. */
const texts = new WeakMap<CSSStyleSheet, string>()

/**
 * Hides the figures and dates of a column that is seen in part only, since a part reads as another figure: -6.7 as -6.
 * A sign stands in their place. It is a rule in a sheet of its own, so that rows which come later obey it and none is
 * drawn anew. The region has an id.
 */
export function hideCut(region: Element, sheet: CSSStyleSheet): void {
  const heads = headsOf(region)
  const spans = heads.map((head) => head.getBoundingClientRect())
  const seen = seenOf(region, heads)
  const rules = cutAt(spans, seen).map((place) => {
    const cell = `#${CSS.escape(region.id)} > table > tbody > tr > :nth-child(${place + 1}):is(.is-right, .is-whole):has(> .list-cell)`
    const [sign, side] = (spans[place]?.left ?? 0) < seen.left ? ['after', 'right'] : ['before', 'left']
    return `${cell} { position: relative } ${cell} > .list-cell { opacity: 0 } ${cell}::${sign} { ${SIGN} ${side}: 12px }`
  })
  const text = rules.length === 0 ? '' : `@media screen { ${rules.join(' ')} }`
  if (texts.get(sheet) === text) return
  texts.set(sheet, text)
  sheet.replaceSync(text)
}

/** Brings what has the focus out from below the columns that stay: browsers leave what stands in a fixed head where it is (WCAG 2.4.11). */
export function showFocus(region: Element, focused: Element): void {
  if (focused === region || focused.closest('.is-first, .list-actions') !== null) return
  const { left, right } = focused.getBoundingClientRect()
  const seen = seenOf(region, headsOf(region))
  if (right > seen.right) region.scrollLeft += right - seen.right
  else if (left < seen.left) region.scrollLeft -= seen.left - left
}
