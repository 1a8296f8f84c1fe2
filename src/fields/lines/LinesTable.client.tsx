import { useContext, useRef } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { readingOf } from '#src/client/components/forms/display/texts.ts'
import type { Labels, TextProps } from '#src/client/components/forms/kinds.ts'
import { WholeTables } from '#src/client/components/forms/sheets.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Fields, FormData } from '../field.ts'
import { isEmpty } from '../kind.ts'
import { rowsOf } from './lines.ts'
import { moneyNames, totalsOf } from './totals.ts'
import { inSheet, MANY_ROWS, widthNeeded } from './width.ts'

/** Pixels a column needs at least to be read; a table that does not fit becomes cards. */
const COLUMN_WIDTH = 84
/** Pixels of a row. */
const ROW_HEIGHT = 30

/** A stored sub-table: a table where there is room, else a card per line. */
export function LinesText(props: TextProps<'lines'>) {
  const box = useRef<HTMLDivElement>(null)
  const isWhole = useContext(WholeTables)
  const columns = Object.keys(shownColumns(props)).length
  const isMany = rowsOf(props.value).length >= MANY_ROWS
  const isNarrow = useNarrow(box, widthNeeded(columns, columns * COLUMN_WIDTH)) && (isWhole || !isMany)
  return <div ref={box}>{isNarrow ? <Cards {...props} /> : <Table {...props} />}</div>
}

/** Every column, but of those that only show under a condition the ones that some line fills. */
function shownColumns({ field, value }: Pick<TextProps<'lines'>, 'field' | 'value'>): Fields {
  const rows = rowsOf(value)
  return Object.fromEntries(
    Object.entries(field.fields).filter(
      ([column, { visibleWhen }]) => visibleWhen === undefined || rows.some((line) => !isEmpty(line[column])),
    ),
  )
}

function Cards({ field, name, value, labels }: TextProps<'lines'>) {
  const t = useT()
  const rows = rowsOf(value)
  const of: Labels = (path) => labels(`${name}.${path}`)
  const filled = Object.entries(field.fields).filter(([column]) => rows.some((line) => !isEmpty(line[column])))
  return (
    <ol className="line-cards">
      {rows.map((line, index) => (
        <li key={index}>
          <div className="line-card-head">
            <strong>{t('records.lines.line', [labels(name), index + 1])}</strong>
          </div>
          <dl className="line-facts">
            {filled.map(([column, each]) => (
              <div key={column}>
                <dt>{of(column)}</dt>
                <dd>
                  <FieldText field={each} name={column} value={line[column]} row={line} labels={of} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}

function Table({ field, name, value, labels }: TextProps<'lines'>) {
  const t = useT()
  const isWhole = useContext(WholeTables)
  const rows = rowsOf(value)
  const fields = shownColumns({ field, value })
  const isLong = !isWhole && rows.length >= MANY_ROWS
  const of: Labels = (path) => labels(`${name}.${path}`)
  const totals = totalsOf(rows, moneyNames(field.fields))
  const hasTotals = totals.size > 0
  const columns: readonly Column<FormData>[] = [
    {
      name: ' number',
      head: '#',
      className: 'lines-number',
      isRowHead: true,
      cell: (_, index) => index + 1,
      ...(hasTotals && { total: t('records.lines.sum') }),
    },
    ...Object.entries(fields).map(([column, each]) => ({
      name: column,
      head: of(column),
      isRight: readingOf(each).align === 'right',
      cell: (row: FormData) => <FieldText field={each} name={column} value={row[column]} row={row} labels={of} />,
      ...(hasTotals && { total: totals.has(column) ? <MoneyText value={totals.get(column) ?? ''} /> : null }),
    })),
  ]
  return (
    <DataTable
      className={inSheet(columns.length - 1) ? 'lines-table is-sheet' : 'lines-table'}
      look={{ compact: true }}
      region={{ className: isLong ? 'lines-scroll is-long' : 'lines-scroll', label: labels(name) }}
      rows={rows}
      columns={columns}
      keyOf={(_, index) => index}
      long={{ height: ROW_HEIGHT, above: isWhole ? Number.POSITIVE_INFINITY : MANY_ROWS - 1 }}
    />
  )
}
