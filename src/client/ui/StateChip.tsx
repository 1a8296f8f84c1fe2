import { type Intent, Tag } from '@blueprintjs/core'
import { entryOf, useDictionary } from '#src/client/session/index.ts'

/** Colours of a dictionary entry (STATE-CHIP). */
export type ChipColor = 'info' | 'warning' | 'success' | 'primary' | 'error' | null

const chips: Readonly<Record<string, { readonly intent: Intent; readonly className: string }>> = {
  info: { intent: 'none', className: 'chip-info' },
  warning: { intent: 'warning', className: 'chip-warning' },
  success: { intent: 'success', className: 'chip-success' },
  primary: { intent: 'primary', className: 'chip-primary' },
  error: { intent: 'danger', className: 'chip-error' },
}

/** A small rounded label with a dot; `info` is blue, handling purple, closed and drafts grey. */
export function Chip({ color, children }: { readonly color: string | null; readonly children: string }) {
  const chip = chips[color ?? ''] ?? { intent: 'none' as const, className: 'chip-neutral' }
  return (
    <Tag className={`chip ${chip.className}`} intent={chip.intent} minimal round>
      {children}
    </Tag>
  )
}

/** The state of something as its dictionary words and colours it. */
export function StateChip({
  dictionary,
  value,
}: {
  readonly dictionary: string
  readonly value: string | number | boolean
}) {
  const entry = entryOf(useDictionary(dictionary), value)
  return <Chip color={entry?.color ?? null}>{entry?.label ?? String(value)}</Chip>
}
