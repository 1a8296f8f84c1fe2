import './tree.css'
import type { ReactNode } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type Column, classes } from './column.ts'
import type { RowAttributes } from './DataRow.tsx'
import { DataTable } from './DataTable.tsx'
import { FoldButton } from './FoldButton.tsx'
import type { TreeLine } from './treeLines.ts'
import { useTreeKeys } from './useTreeKeys.ts'

/** Pixels by which a level stands further in. */
const INDENTATION = 22

interface TreeTableProps<Row> {
  readonly label: string
  readonly className?: string
  /** Some of the rows are on their way. */
  readonly isBusy?: boolean
  readonly lines: readonly TreeLine<Row>[]
  /** The column that shows the tree. */
  readonly tree: {
    readonly head: string
    readonly nameOf: (row: Row) => string
    /** Before and after the name. */
    readonly before?: (row: Row) => ReactNode
    readonly after?: (row: Row) => ReactNode
  }
  readonly columns: readonly Column<TreeLine<Row>>[]
  /** Buttons of a row. */
  readonly actionsOf: (line: TreeLine<Row>) => ReactNode
  readonly onToggle: (row: Row) => void
  /** Opens a row beside the tree. */
  readonly onOpen: (row: Row) => void
  /** How a row is dragged; its menu offers the same. */
  readonly dragOf?: (line: TreeLine<Row>) => RowAttributes
  readonly rowClass?: (line: TreeLine<Row>) => string | undefined
}

/** Rows that lie below each other, with what is known of each. */
export function TreeTable<Row extends { readonly id: number }>(props: TreeTableProps<Row>) {
  const { label, lines, tree, columns, actionsOf, onToggle, onOpen, dragOf, rowClass } = props
  const t = useT()
  const keys = useTreeKeys({ lines, idOf: ({ id }) => id, onToggle, onOpen })
  const name: Column<TreeLine<Row>> = {
    name: ' tree',
    head: tree.head,
    cell: ({ row, level, hasChildren, isOpen }) => (
      <span className="tree-name" style={{ paddingInlineStart: (level - 1) * INDENTATION }}>
        {hasChildren ? (
          <FoldButton name={tree.nameOf(row)} isOpen={isOpen} onToggle={() => onToggle(row)} />
        ) : (
          <span className="tree-leaf" />
        )}
        {tree.before?.(row)}
        <button type="button" className="tree-link" onClick={() => onOpen(row)}>
          {tree.nameOf(row)}
        </button>
        {tree.after?.(row)}
      </span>
    ),
  }
  return (
    <DataTable
      role="treegrid"
      label={label}
      className={classes('list-table', props.className) ?? ''}
      region={{ className: 'list-scroll', label, isBusy: props.isBusy ?? false }}
      rows={lines}
      keyOf={({ row }) => row.id}
      rowProps={(line, index) => ({ ...keys(line, index), ...dragOf?.(line) })}
      {...(rowClass && { rowClass })}
      columns={[
        name,
        ...columns,
        { name: ' actions', head: null, headLabel: t('common.more'), className: 'list-actions', cell: actionsOf },
      ]}
    />
  )
}
