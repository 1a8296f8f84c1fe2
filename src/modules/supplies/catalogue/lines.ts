import type { FormData } from '#src/fields/field.ts'
import type { CatalogueLine } from '../counter/counter-wire.ts'

/** Lines with these quantities added: an item that is there already is raised, an empty line is filled first. */
export function withItems(lines: readonly FormData[], more: readonly CatalogueLine[]): readonly FormData[] {
  let rows = lines.filter((row) => typeof row.itemId === 'number')
  for (const { itemId, qty } of more) {
    const before = rows.find((row) => row.itemId === itemId)
    rows =
      before === undefined
        ? [...rows, { itemId, qty }]
        : rows.map((row) => (row === before ? { ...row, qty: Number(row.qty ?? 0) + qty } : row))
  }
  return rows
}
