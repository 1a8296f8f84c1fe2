import { type KeyboardEvent, useState } from 'react'
import { controlsIn, mayLeave } from './keys.ts'
import type { TreeLine } from './treeLines.ts'

interface TreeKeys<Row> {
  readonly lines: readonly TreeLine<Row>[]
  readonly idOf: (row: Row) => number
  readonly onToggle: (row: Row) => void
  readonly onOpen: (row: Row) => void
}

/**
 * The keyboard of a tree whose rows can be focused (WAI-ARIA treegrid): arrows up and down, Home and End go from row to
 * row; right unfolds, then goes to what lies below, then into the row; left folds, then goes to what lies above; Enter
 * opens a row, Space folds it. Of all rows one has a tab stop.
 */
export function useTreeKeys<Row>({ lines, idOf, onToggle, onOpen }: TreeKeys<Row>) {
  const [current, setCurrent] = useState<number | null>(null)
  const stop = lines.some(({ row }) => idOf(row) === current) ? current : null
  return (line: TreeLine<Row>, index: number) => ({
    'aria-level': line.level,
    'aria-posinset': line.at + 1,
    'aria-setsize': line.of,
    ...(line.hasChildren && { 'aria-expanded': line.isOpen }),
    tabIndex: idOf(line.row) === stop || (stop === null && index === 0) ? 0 : -1,
    onFocus: () => setCurrent(idOf(line.row)),
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      const { target, currentTarget: element, key } = event
      if (event.ctrlKey || event.metaKey || event.altKey || !element.contains(target as Node)) return
      const isBackwards = getComputedStyle(element).direction === 'rtl'
      const [inwards, outwards] = isBackwards ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
      if (target !== element) {
        const isFirst = controlsIn(element)[0] === target
        if (key === 'Escape' || (key === outwards && isFirst && mayLeave(target as Element))) {
          event.preventDefault()
          element.focus()
        }
        return
      }
      const rows = [...(element.parentElement?.children ?? [])] as HTMLElement[]
      const above = lines.findLastIndex(({ level }, at) => at < index && level < line.level)
      const actions: Readonly<Record<string, () => void>> = {
        ArrowDown: () => rows[index + 1]?.focus(),
        ArrowUp: () => rows[index - 1]?.focus(),
        Home: () => rows[0]?.focus(),
        End: () => rows.at(-1)?.focus(),
        [inwards as string]: () => {
          if (!line.hasChildren) controlsIn(element)[0]?.focus()
          else if (line.isOpen) rows[index + 1]?.focus()
          else onToggle(line.row)
        },
        [outwards as string]: () => {
          if (line.hasChildren && line.isOpen) onToggle(line.row)
          else rows[above]?.focus()
        },
        Enter: () => onOpen(line.row),
        ' ': () => {
          if (line.hasChildren) onToggle(line.row)
        },
      }
      const act = actions[key]
      if (act === undefined) return
      event.preventDefault()
      act()
    },
  })
}
