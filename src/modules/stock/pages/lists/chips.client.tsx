import { Chip } from '#src/client/components/ui/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'

const colors: Readonly<Record<string, string>> = {
  red: 'error',
  yellow: 'warning',
  green: 'success',
  expired: 'error',
  held: 'warning',
  usable: 'success',
  counting: 'info',
  review: 'warning',
  posted: 'success',
}

/** A state of the stores in its colour; the word stands there as well. */
export function StockChip({
  dictionary,
  value,
}: {
  readonly dictionary: 'stockLight' | 'stockBatchState' | 'stockCountState'
  readonly value: string
}) {
  const label = useDictionaryLabel()
  return <Chip color={colors[value] ?? null}>{label(dictionary, value)}</Chip>
}
