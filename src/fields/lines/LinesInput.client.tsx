import { Button } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { memo, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { readingOf } from '#src/client/components/forms/display/texts.ts'
import { FormFields } from '#src/client/components/forms/FormFields.tsx'
import { focusProblem } from '#src/client/components/forms/focus.ts'
import { type FormProblems, problemsBelow, writeValue } from '#src/client/components/forms/form.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { FieldControl, FieldLabel, FieldProblem } from '#src/client/components/forms/inputs/FieldInput.tsx'
import { periodAround } from '#src/client/components/forms/inputs/period.ts'
import type { FieldContext, InputProps, Labels } from '#src/client/components/forms/kinds.ts'
import { SheetSource } from '#src/client/components/forms/sheets.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable, type DataTableProps } from '#src/client/components/table/DataTable.tsx'
import type { RowPlace } from '#src/client/components/table/LongBody.tsx'
import { MoneyText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { isRequired, visibility } from '../conditions.ts'
import type { Field, Fields, FormData } from '../field.ts'
import { initialValues } from '../form.ts'
import { textIn } from '../values.ts'
import { useFacts, useShownColumns } from './columns.client.ts'
import { type LineActions, LineButtons, type LineProps, mayChange, useStableActions } from './Line.client.tsx'
import { LineImport } from './LineImport.client.tsx'
import { LineProblems } from './LineProblems.client.tsx'
import { rowsOf } from './lines.ts'
import { takesSheet } from './sheet.ts'
import { moneyNames, totalLabel, totalsOf } from './totals.ts'
import { columnSize, inSheet, MANY_ROWS, widthNeeded, widthOf } from './width.ts'

/** Pixels of a row with controls. */
const ROW_HEIGHT = 43

/** The line to edit, and in which column; without one it is a new line. */
interface Sought {
  readonly index: number
  readonly column?: string
}

/** A sub-table: a row per line where there is room, else a card per line. */
export function LinesInput(props: InputProps<'lines'>) {
  const { id, name, field, value, disabled, onChange, context } = props
  const t = useT()
  const rows = rowsOf(value)
  const box = useRef<HTMLDivElement>(null)
  const isMany = rows.length >= MANY_ROWS
  // No row can come or go: nothing offers it.
  const isGiven = field.min === field.max && rows.length === field.max
  const facts = useFacts(field.fields, context.facts)
  const fields = useShownColumns(field.fields, rows, facts)
  const columns = Object.keys(fields).length
  const width = Object.values(fields).reduce((sum, one) => sum + widthOf(one), 0)
  const isNarrow = useNarrow(box, widthNeeded(columns, width)) && !isMany
  const source = useContext(SheetSource)
  const [sought, setSought] = useState<Sought | null>(null)
  const of = context.labels
  const labels = useCallback<Labels>((path) => of(`${name}.${path}`), [of, name])

  useEffect(() => {
    if (sought === null) return
    if (sought.column !== undefined) return focusProblem('', `${id}.${sought.index}.${sought.column}`)
    // A new line is there to be filled in: go to its first control.
    const line = box.current?.querySelector(`[data-line="${sought.index}"]`)
    line?.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
  }, [sought, id])

  const insert = (index: number, row: FormData): void => {
    onChange([...rows.slice(0, index), row, ...rows.slice(index)])
    setSought({ index })
  }
  const stored = useMemo(() => rowsOf(context.row?.[name]), [context.row, name])
  const now: LineActions = {
    change: (index, cells) =>
      onChange(
        rows.map((other, at) =>
          at === index
            ? Object.entries(cells).reduce((row, [column, cell]) => writeValue(row, column, cell ?? null), other)
            : other,
        ),
      ),
    duplicate: (index) => insert(index + 1, rows[index] ?? {}),
    remove: (index) => onChange(rows.filter((_, at) => at !== index)),
  }
  const actions = useStableActions(now)
  const lineAt = (index: number): LineProps => ({
    id: `${id}.${index}`,
    index,
    fields,
    label: props.label,
    labels,
    facts,
    row: rows[index] ?? NO_ROW,
    stored: stored[index],
    problems: problemsOf(props.problems, index),
    disabled,
    mayDuplicate: rows.length < field.max,
    mayRemove: rows.length > field.min,
    actions,
  })
  const table: TableProps = { fields, labels, label: props.label, lineAt, rows }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the label the form already draws.
    <div ref={box} id={id} tabIndex={-1} role="group" aria-label={props.label} className="field-lines">
      {rows.length === 0 ? (
        <p className="field-lines-empty">{t('records.lines.empty')}</p>
      ) : isNarrow ? (
        <LineCards lines={rows.map((_, index) => lineAt(index))} />
      ) : inSheet(columns) || isMany ? (
        <>
          <LineProblems
            problems={props.problems}
            labels={labels}
            onSeek={(index, column) => setSought({ index, column })}
          />
          <LineSheet {...table} isMany={isMany} show={sought?.index ?? null} width={width} />
        </>
      ) : (
        <LineTable {...table} />
      )}
      <div className="field-lines-foot">
        {disabled || isGiven ? null : (
          <Button
            icon={<AddIcon />}
            size="small"
            text={t('records.lines.add')}
            disabled={rows.length >= field.max}
            onClick={() => insert(rows.length, initialValues(field.fields, browserTime()))}
          />
        )}
        {disabled || isGiven || source === null || !takesSheet(field) ? null : (
          <LineImport
            type={source}
            name={name}
            label={props.label}
            most={field.max}
            isEmpty={rows.length === 0}
            onRows={onChange}
          />
        )}
        {isGiven ? null : <span>{t('records.lines.count', [rows.length, field.max])}</span>}
        {isNarrow && rows.length > 0
          ? [...totalsOf(rows, moneyNames(field.fields))].map(([column, total]) => (
              <span key={column}>
                {totalLabel(labels(column), t('records.lines.sum'), (label) => t('records.lines.total', [label]))}{' '}
                <MoneyText value={total} />
              </span>
            ))
          : null}
      </div>
    </div>
  )
}

/** Columns of a size of their own; the others share what is left. */
const classOf = (field: Field) => (columnSize(field) === 'wide' ? {} : { className: `lines-${columnSize(field)}` })

const NO_ROW: FormData = {}
const NO_PROBLEMS: FormProblems = {}

function problemsOf(problems: FormProblems, index: number): FormProblems {
  const own = problemsBelow(problems, String(index))
  return Object.keys(own).length === 0 ? NO_PROBLEMS : own
}

interface TableProps {
  readonly fields: Fields
  readonly labels: Labels
  readonly label: string
  readonly lineAt: (index: number) => LineProps
  readonly rows: readonly FormData[]
}

/** A table too wide or too long for the form: it scrolls by itself, and of very many rows only those in sight are drawn. */
function LineSheet({
  isMany,
  ...table
}: TableProps & { readonly isMany: boolean; readonly show: number | null; readonly width: number }) {
  return (
    <LineTable
      {...table}
      region={{ className: isMany ? 'lines-sheet is-long' : 'lines-sheet', label: table.label }}
      {...(isMany && { long: { height: ROW_HEIGHT, above: 0 } })}
    />
  )
}

type LineTableProps = TableProps &
  Pick<DataTableProps<FormData>, 'region' | 'long' | 'show'> & {
    /** Pixels the columns need. */
    readonly width?: number
  }

function LineTable({ fields, labels, label, lineAt, rows, width, ...place }: LineTableProps) {
  const t = useT()
  const totals = totalsOf(rows, moneyNames(fields))
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
    ...Object.entries(fields).map(([column, field]) => ({
      name: column,
      head: <FieldLabel label={labels(column)} required={field.required === true} />,
      isRight: readingOf(field).align === 'right',
      ...classOf(field),
      cell: () => null,
      ...(hasTotals && { total: totals.has(column) ? <MoneyText value={totals.get(column) ?? ''} /> : null }),
    })),
    {
      name: ' actions',
      head: <span className="visually-hidden">{t('records.list.actions')}</span>,
      className: 'lines-actions',
      cell: () => null,
    },
  ]
  return (
    <DataTable
      className="lines-table"
      look={{ compact: true }}
      label={label}
      rows={rows}
      columns={columns}
      keyOf={indexOf}
      {...(width !== undefined && { style: { minWidth: width } })}
      {...place}
      drawRow={(_, index, at) => <LineRow key={index} {...lineAt(index)} place={at} />}
    />
  )
}

const indexOf = (_: FormData, index: number): number => index

const LineRow = memo(function LineRow({ place, ...line }: LineProps & { readonly place?: RowPlace | undefined }) {
  const { id, index, fields, labels, row, problems, actions } = line
  const number = index + 1
  const { visible, facts } = visibility(fields, row, line.facts)
  const contextOf = (column: string): FieldContext => {
    const period = periodAround(fields, column, row, (cells) => actions.change(index, cells))
    return { labels, ...(line.stored !== undefined && { row: line.stored }), ...(period !== undefined && { period }) }
  }
  return (
    <tr data-line={index} {...place}>
      <th scope="row" className="lines-number">
        {number}
      </th>
      {Object.entries(fields).map(([column, field]) => {
        const cell = `${id}.${column}`
        if (!visible.has(column)) return <td key={column} />
        if (field.computed === true)
          return (
            <td key={column} className={readingOf(field).align === 'right' ? 'is-computed is-right' : 'is-computed'}>
              <FieldText field={field} name={column} value={row[column]} row={row} labels={labels} />
              <FieldProblem id={cell} name={column} problems={problems} />
            </td>
          )
        const label = `${labels(column)} ${number}`
        return (
          <td key={column}>
            <label className="visually-hidden" htmlFor={cell}>
              {label}
            </label>
            <FieldControl
              id={cell}
              field={field}
              name={column}
              value={row[column]}
              onChange={(value) => actions.change(index, { [column]: value })}
              problems={problems}
              label={label}
              required={isRequired(field, facts)}
              disabled={line.disabled}
              context={contextOf(column)}
            />
            <FieldProblem id={cell} name={column} problems={problems} />
          </td>
        )
      })}
      <td className="lines-actions">{mayChange(line) ? <LineButtons {...line} /> : null}</td>
    </tr>
  )
})

function LineCards({ lines }: { readonly lines: readonly LineProps[] }) {
  return (
    <ol className="line-cards">
      {lines.map((line) => (
        <LineCard key={line.id} {...line} />
      ))}
    </ol>
  )
}

/** The column that says what a line is about: a first one that is not written into. */
function titleColumn(fields: Fields): string | undefined {
  const [first] = Object.entries(fields)
  return first?.[1].kind === 'text' && first[1].computed === true ? first[0] : undefined
}

const LineCard = memo(function LineCard(line: LineProps) {
  const t = useT()
  const { index, label, row, actions, stored } = line
  const title = titleColumn(line.fields)
  const { [title ?? '']: _, ...fields } = line.fields
  return (
    <li data-line={index}>
      <div className="line-card-head">
        <strong>{(title && textIn(row[title])) || t('records.lines.line', [label, index + 1])}</strong>
        {mayChange(line) ? <LineButtons {...line} /> : null}
      </div>
      <FormFields
        prefix={`${line.id}.`}
        fields={fields}
        labels={line.labels}
        values={row}
        facts={line.facts}
        onChange={(column, cell) => actions.change(index, { [column]: cell })}
        onChangeAll={(cells) => actions.change(index, cells)}
        problems={line.problems}
        disabled={line.disabled}
        {...(stored === undefined ? {} : { row: stored })}
      />
    </li>
  )
})
