import type { TextProps } from '../kinds.ts'
import { labelIn } from '../labelIn.ts'

/** The name beside the id; the id itself where the server sent none. */
export function PickerText({ name, value, row }: Pick<TextProps<'person'>, 'name' | 'value' | 'row'>) {
  if (value === null || value === undefined) return null
  return <>{labelIn(row, name) ?? `#${String(value)}`}</>
}
