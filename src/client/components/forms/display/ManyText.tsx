import type { TextProps } from '../kinds.ts'
import { labelsIn } from '../labelIn.ts'

/** The names of a list of ids. */
export function ManyText({ name, value, row }: Pick<TextProps<'people' | 'departments'>, 'name' | 'value' | 'row'>) {
  const ids = Array.isArray(value) ? value : []
  const labels = labelsIn(row, name)
  return <>{ids.map((id, index) => labels[index] || `#${String(id)}`).join(', ')}</>
}
