import { Classes } from '@blueprintjs/core'
import { entryOf, useDictionary } from '#src/client/platform/session/index.ts'

/** Colours of a dictionary entry (STATE-CHIP). */
export type ChipColor = 'info' | 'warning' | 'success' | 'primary' | 'error' | null

const chips: Readonly<Record<string, string>> = {
  info: 'chip-info',
  warning: `${Classes.INTENT_WARNING} chip-warning`,
  success: `${Classes.INTENT_SUCCESS} chip-success`,
  primary: `${Classes.INTENT_PRIMARY} chip-primary`,
  error: `${Classes.INTENT_DANGER} chip-error`,
}

/** A small rounded label with a dot; `info` is blue, handling purple, closed and drafts grey. */
export function Chip({
  color,
  more,
  children,
}: {
  readonly color: string | null
  /** What the word alone does not say, told on pointing at it. */
  readonly more?: string | undefined
  readonly children: string
}) {
  // Drawn as Blueprint's tag is, which would measure the page for every one of a hundred.
  return (
    <span
      className={`${Classes.TAG} ${Classes.MINIMAL} ${Classes.ROUND} chip ${chips[color ?? ''] ?? 'chip-neutral'}`}
      title={more}
    >
      <span className={`${Classes.FILL} ${Classes.TEXT_OVERFLOW_ELLIPSIS}`}>{children}</span>
    </span>
  )
}

/** The state of something as its dictionary words and colours it. */
export function StateChip({
  dictionary,
  value,
  more,
}: {
  readonly dictionary: string
  readonly value: string | number | boolean
  /** What the value alone does not say. */
  readonly more?: string | undefined
}) {
  const entry = entryOf(useDictionary(dictionary), value)
  return (
    <Chip color={entry?.color ?? null} more={more}>
      {entry?.label ?? String(value)}
    </Chip>
  )
}
