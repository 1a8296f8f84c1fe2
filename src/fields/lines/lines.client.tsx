import { Button, HTMLTable } from '@blueprintjs/core'
import { AddIcon, DuplicateIcon, TrashIcon } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { FieldControl, FieldLabel, FieldProblem, FieldText } from '#src/client/forms/FieldInput.tsx'
import { FormFields } from '#src/client/forms/FormFields.tsx'
import { problemsBelow } from '#src/client/forms/form.ts'
import { browserTime } from '#src/client/forms/given.ts'
import type { InputProps, Labels } from '#src/client/forms/kinds.ts'
import { clientOf } from '#src/client/forms/registry.ts'
import { useNarrow } from '#src/client/forms/useNarrow.ts'
import { useT } from '#src/client/i18n/index.ts'
import { MoneyText } from '#src/client/ui/index.ts'
import { isRequired, visibility } from '../conditions.ts'
import type { Fields, FieldValue, FormData } from '../field.ts'
import { initialValues } from '../form.ts'
import { rowsOf } from './lines.ts'
import { moneyNames, totalOf } from './totals.ts'

/** Pixels a column needs at least; a table that does not fit becomes cards. */
const COLUMN_WIDTH = 132

/** A sub-table: a row per line where there is room, else a card per line. */
export function LinesInput(props: InputProps<'lines'>) {
  const { id, name, field, value, disabled, onChange, context } = props
  const t = useT()
  const rows = rowsOf(value)
  const box = useRef<HTMLDivElement>(null)
  const isNarrow = useNarrow(box, Object.keys(field.fields).length * COLUMN_WIDTH)
  const labels: Labels = (path) => context.labels(`${name}.${path}`)
  const [added, setAdded] = useState<number | null>(null)

  useEffect(() => {
    if (added === null) return
    // A new line is there to be filled in: go to its first control.
    box.current
      ?.querySelectorAll('[data-line]')
      [added]?.querySelector<HTMLElement>('input, select, textarea, button')
      ?.focus()
    setAdded(null)
  }, [added])

  const insert = (index: number, row: FormData): void => {
    onChange([...rows.slice(0, index), row, ...rows.slice(index)])
    setAdded(index)
  }
  const lineProps = rows.map(
    (row, index): LineProps => ({
      id: `${id}.${index}`,
      number: index + 1,
      fields: field.fields,
      labels,
      row,
      stored: rowsOf(context.row?.[name])[index],
      problems: problemsBelow(props.problems, String(index)),
      disabled,
      onChange: (column, cell) =>
        onChange(rows.map((other, at) => (at === index ? { ...other, [column]: cell } : other))),
      onDuplicate: rows.length >= field.max ? null : () => insert(index + 1, row),
      onRemove: rows.length <= field.min ? null : () => onChange(rows.filter((_, at) => at !== index)),
    }),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend beside the label the form already draws.
    <div ref={box} id={id} tabIndex={-1} role="group" aria-label={props.label} className="field-lines">
      {rows.length === 0 ? (
        <p className="field-lines-empty">{t('records.lines.empty')}</p>
      ) : isNarrow ? (
        <LineCards lines={lineProps} />
      ) : (
        <LineTable fields={field.fields} labels={labels} label={props.label} lines={lineProps} rows={rows} />
      )}
      <div className="field-lines-foot">
        {disabled ? null : (
          <Button
            icon={<AddIcon />}
            size="small"
            text={t('records.lines.add')}
            disabled={rows.length >= field.max}
            onClick={() => insert(rows.length, initialValues(field.fields, browserTime()))}
          />
        )}
        <span>{t('records.lines.count', [rows.length, field.max])}</span>
        {isNarrow && rows.length > 0
          ? moneyNames(field.fields).map((column) => (
              <span key={column}>
                {t('records.lines.total', [labels(column)])} <MoneyText value={totalOf(rows, column)} />
              </span>
            ))
          : null}
      </div>
    </div>
  )
}

interface LineProps {
  readonly id: string
  readonly number: number
  readonly fields: Fields
  readonly labels: Labels
  readonly row: FormData
  /** The line as stored, with names for its ids. */
  readonly stored: FormData | undefined
  readonly problems: InputProps<'lines'>['problems']
  readonly disabled: boolean
  readonly onChange: (column: string, cell: FieldValue) => void
  readonly onDuplicate: (() => void) | null
  readonly onRemove: (() => void) | null
}

function LineTable({
  fields,
  labels,
  label,
  lines,
  rows,
}: {
  readonly fields: Fields
  readonly labels: Labels
  readonly label: string
  readonly lines: readonly LineProps[]
  readonly rows: readonly FormData[]
}) {
  const t = useT()
  const sums = moneyNames(fields)
  return (
    <HTMLTable compact className="lines-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col" className="lines-number">
            #
          </th>
          {Object.entries(fields).map(([column, field]) => (
            <th key={column} scope="col" className={clientOf(field).align === 'right' ? 'is-right' : ''}>
              <FieldLabel label={labels(column)} required={field.required === true} />
            </th>
          ))}
          <th scope="col" className="lines-actions">
            <span className="visually-hidden">{t('records.list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <LineRow key={line.id} {...line} />
        ))}
      </tbody>
      {sums.length === 0 ? null : (
        <tfoot>
          <tr>
            <th scope="row" className="lines-number">
              {t('records.lines.sum')}
            </th>
            {Object.keys(fields).map((column) => (
              <td key={column} className="is-right">
                {sums.includes(column) ? <MoneyText value={totalOf(rows, column)} /> : null}
              </td>
            ))}
            <td />
          </tr>
        </tfoot>
      )}
    </HTMLTable>
  )
}

function LineRow(line: LineProps) {
  const { id, number, fields, labels, row, problems } = line
  const { visible, facts } = visibility(fields, row)
  const context = line.stored === undefined ? { labels } : { labels, row: line.stored }
  return (
    <tr data-line>
      <th scope="row" className="lines-number">
        {number}
      </th>
      {Object.entries(fields).map(([column, field]) => {
        const cell = `${id}.${column}`
        if (!visible.has(column)) return <td key={column} />
        if (field.computed === true)
          return (
            <td key={column} className={clientOf(field).align === 'right' ? 'is-right' : ''}>
              <FieldText field={field} name={column} value={row[column]} row={line.stored ?? row} labels={labels} />
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
              onChange={(value) => line.onChange(column, value)}
              problems={problems}
              label={label}
              required={isRequired(field, facts)}
              disabled={line.disabled}
              context={context}
            />
            <FieldProblem id={cell} name={column} problems={problems} />
          </td>
        )
      })}
      <td className="lines-actions">{line.disabled ? null : <LineButtons {...line} />}</td>
    </tr>
  )
}

function LineCards({ lines }: { readonly lines: readonly LineProps[] }) {
  const t = useT()
  return (
    <ol className="line-cards">
      {lines.map((line) => (
        <li key={line.id} data-line>
          <div className="line-card-head">
            <strong>{t('records.lines.line', [line.number])}</strong>
            {line.disabled ? null : <LineButtons {...line} />}
          </div>
          <FormFields
            prefix={`${line.id}.`}
            fields={line.fields}
            labels={line.labels}
            values={line.row}
            onChange={line.onChange}
            problems={line.problems}
            disabled={line.disabled}
            {...(line.stored === undefined ? {} : { row: line.stored })}
          />
        </li>
      ))}
    </ol>
  )
}

function LineButtons({ number, onDuplicate, onRemove }: LineProps) {
  const t = useT()
  return (
    <>
      <Button
        variant="minimal"
        size="small"
        icon={<DuplicateIcon />}
        aria-label={t('records.lines.duplicate', [number])}
        title={t('records.lines.duplicate', [number])}
        disabled={onDuplicate === null}
        onClick={() => onDuplicate?.()}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<TrashIcon />}
        aria-label={t('records.lines.remove', [number])}
        title={t('records.lines.remove', [number])}
        disabled={onRemove === null}
        onClick={() => onRemove?.()}
      />
    </>
  )
}
