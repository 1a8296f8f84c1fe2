import './labels.css'
import { useState } from 'react'
import { FieldText } from '#src/client/components/forms/display/FieldText.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { readPreference, writePreference } from '#src/client/platform/preference.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { detailFields } from '#src/client/records/model.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'
import { usePrintedRows } from '#src/client/records/print/usePrintedRows.ts'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import type { RecordDefinition } from '#src/define/record.ts'

/** Width and height of common label stock, in millimetres. */
const SIZES = ['50x30', '60x40', '70x50'] as const
const DEFAULT_SIZE = '60x40'
const KEPT = 'foodLabelSize'

const sizeOf = (text: string): readonly [number, number] => {
  const [width = 60, height = 40] = text.split('x').map(Number)
  return [width, height]
}

/** What a label shows: its head, and fields beneath it; those without a value are left out. */
export interface LabelLayout {
  readonly head: string
  readonly fields: readonly string[]
  /** The date that counts, in large print. */
  readonly main?: string
}

interface LabelPaperProps {
  readonly record: RecordDefinition
  readonly layout: LabelLayout
  readonly ids: readonly number[]
  readonly onClose: () => void
}

/** Labels of the chosen rows, in millimetres, one to a sheet of the printer. */
export function LabelPaper({ record, layout, ids, onClose }: LabelPaperProps) {
  const t = useT()
  const { rows, isLoaded, error, retry } = usePrintedRows(record, ids)
  const [size, setSize] = useState(() => {
    const kept = readPreference(KEPT)
    return SIZES.find((one) => one === kept) ?? DEFAULT_SIZE
  })
  const [width, height] = sizeOf(size)
  const choose = (next: string): void => {
    setSize(SIZES.find((one) => one === next) ?? DEFAULT_SIZE)
    writePreference(KEPT, next)
  }
  return (
    <Paper
      title={t('foodLabels.title')}
      label={[width, height]}
      disabled={!isLoaded}
      settings={
        <SelectBox
          aria-label={t('foodLabels.size')}
          value={size}
          options={SIZES.map((value) => ({ value, label: t('foodLabels.millimetres', [...sizeOf(value)]) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      }
      onClose={onClose}
    >
      {isLoaded ? null : error === null ? <SkeletonRows rows={4} /> : <FailedState error={error} onRetry={retry} />}
      <ul className="food-labels">
        {rows.map((row) => (
          <LabelItem key={row.id} record={record} layout={layout} row={row} size={sizeOf(size)} />
        ))}
      </ul>
    </Paper>
  )
}

/** Lines of text that a label must have room for. */
const LINES = 13

interface LabelItemProps extends Pick<LabelPaperProps, 'record' | 'layout'> {
  readonly row: RecordRow
  readonly size: readonly [width: number, height: number]
}

function LabelItem({ record, layout: { head, fields, main }, row, size: [width, height] }: LabelItemProps) {
  const { labels } = useRecordTexts(record)
  const all = detailFields(record)
  const isGiven = (name: string): boolean => (row[name] ?? '') !== ''
  const text = (name: string) => {
    const field = all[name]
    return field === undefined ? null : (
      <FieldText field={field} name={name} value={row[name]} row={row} labels={labels} />
    )
  }
  const style = { inlineSize: `${width}mm`, blockSize: `${height}mm`, fontSize: `${height / LINES}mm` }
  return (
    <li style={style}>
      <strong>{text(head)}</strong>
      <dl>
        {fields.filter(isGiven).map((name) => (
          <div key={name}>
            <dt>{labels(name)}</dt>
            <dd>{text(name)}</dd>
          </div>
        ))}
      </dl>
      {main !== undefined && isGiven(main) ? (
        <p>
          {labels(main)} <b>{text(main)}</b>
        </p>
      ) : null}
    </li>
  )
}
