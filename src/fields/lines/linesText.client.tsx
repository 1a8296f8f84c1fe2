import { HTMLTable } from '@blueprintjs/core'
import { useContext, useRef } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { readingOf } from '#src/client/components/forms/display/texts.ts'
import type { Labels, TextProps } from '#src/client/components/forms/kinds.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { WholeTables } from '#src/client/components/forms/sheets.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { LongBody, type RowPlace } from '#src/client/components/ui/longTable/LongBody.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
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
  const columns = Object.keys(props.field.fields).length
  const isMany = rowsOf(props.value).length >= MANY_ROWS
  const isNarrow = useNarrow(box, widthNeeded(columns, COLUMN_WIDTH)) && (isWhole || !isMany)
  return <div ref={box}>{isNarrow ? <Cards {...props} /> : <Table {...props} />}</div>
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
  const scroll = useRef<HTMLElement>(null)
  const isLong = !useContext(WholeTables) && rowsOf(value).length >= MANY_ROWS
  const rows = rowsOf(value)
  const of: Labels = (path) => labels(`${name}.${path}`)
  const totals = totalsOf(rows, moneyNames(field.fields))
  const drawn = (index: number, place?: RowPlace) => (
    <tr key={index} {...place}>
      <td className="lines-number">{index + 1}</td>
      {Object.entries(field.fields).map(([column, each]) => (
        <td key={column} className={readingOf(each).align === 'right' ? 'is-right' : ''}>
          <FieldText field={each} name={column} value={rows[index]?.[column]} row={rows[index] ?? {}} labels={of} />
        </td>
      ))}
    </tr>
  )
  return (
    <ScrollRegion className={isLong ? 'lines-scroll is-long' : 'lines-scroll'} label={labels(name)} element={scroll}>
      <HTMLTable
        compact
        className={inSheet(Object.keys(field.fields).length) ? 'lines-table is-sheet' : 'lines-table'}
        {...(isLong && { 'aria-rowcount': rows.length + 1 })}
      >
        <thead>
          <tr>
            <th scope="col" className="lines-number">
              #
            </th>
            {Object.entries(field.fields).map(([column, each]) => (
              <th key={column} scope="col" className={readingOf(each).align === 'right' ? 'is-right' : ''}>
                {of(column)}
              </th>
            ))}
          </tr>
        </thead>
        {isLong ? (
          <LongBody
            count={rows.length}
            height={ROW_HEIGHT}
            columns={Object.keys(field.fields).length + 1}
            scroll={scroll}
            row={drawn}
          />
        ) : (
          <tbody>{rows.map((_, index) => drawn(index))}</tbody>
        )}
        {totals.size === 0 ? null : (
          <tfoot>
            <tr>
              <th scope="row" className="lines-number">
                {t('records.lines.sum')}
              </th>
              {Object.keys(field.fields).map((column) => (
                <td key={column} className="is-right">
                  {totals.has(column) ? <MoneyText value={totals.get(column) ?? ''} /> : null}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </HTMLTable>
    </ScrollRegion>
  )
}
