import { useT } from '#src/client/platform/i18n/index.ts'
import type { CountSheet, CountSheetLine } from '../count.types.ts'
import { batchOf, countedText, isDone, nameOf, shownQty } from '../lines.ts'
import type { CountEntry } from '../useCountSheet.client.ts'

interface Props {
  readonly sheet: CountSheet
  readonly entry: CountEntry
  readonly shownId: number
  readonly onShow: (line: CountSheetLine) => void
}

/** All lines of a count: what waits open, what the reader counted and what colleagues counted folded. */
export function LineGroups({ sheet, entry, shownId, onShow }: Props) {
  const t = useT()
  const { entries, isOpen } = entry
  const own = sheet.lines.filter(isOpen)
  const todo = own.filter((line) => !isDone(line, entries.get(line.id)))
  const mine = own.filter((line) => isDone(line, entries.get(line.id)))
  const others = sheet.lines.filter((line) => !isOpen(line))
  const groups = [
    { key: 'todo', title: t('stock.phone.todo', [todo.length]), lines: todo },
    { key: 'mine', title: t('stock.phone.mine', [mine.length]), lines: mine },
    { key: 'others', title: t('stock.phone.others', [others.length]), lines: others },
  ]
  return groups.map(({ key, title, lines }) =>
    lines.length === 0 ? null : (
      <details key={key} className="count-group" open={key === 'todo' || !sheet.mayCount}>
        <summary>{title}</summary>
        <ul>
          {lines.map((line) => (
            <li key={line.id}>
              <button type="button" aria-current={line.id === shownId} onClick={() => onShow(line)}>
                <strong>{nameOf(line)}</strong>
                <b>{key === 'others' ? (countedText(line) ?? '') : shownQty(line, entries.get(line.id))}</b>
                <span>
                  {[line.bin ?? '', batchOf(line), key === 'others' ? (line.firstBy ?? '') : '']
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </details>
    ),
  )
}
