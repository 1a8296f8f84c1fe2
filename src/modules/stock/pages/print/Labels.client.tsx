/** Labels of bins and items: a code to scan that names no host, in millimetres, printed by the browser. */

import { FormGroup, InputGroup } from '@blueprintjs/core'
import { useState } from 'react'
import { encode } from 'uqr'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Paper } from '#src/client/records/print/Paper.tsx'

export interface LabelText {
  /** What a scanner reads. */
  readonly code: string
  readonly title: string
  readonly text: string
}

/** Smallest and largest edge of a label, in millimetres. */
const MIN_MM = 20
const MAX_MM = 150

export function Labels({
  title,
  labels,
  onClose,
}: {
  readonly title: string
  readonly labels: readonly LabelText[]
  readonly onClose: () => void
}) {
  const t = useT()
  const [size, setSize] = useState<readonly [number, number]>([50, 30])
  const edge = (index: 0 | 1, name: string) => (
    <FormGroup label={name} labelFor={`stock-label-${index}`} inline className="stock-paper-size">
      <InputGroup
        id={`stock-label-${index}`}
        type="number"
        min={MIN_MM}
        max={MAX_MM}
        defaultValue={String(size[index])}
        onValueChange={(text) => {
          const value = Number(text)
          if (value >= MIN_MM && value <= MAX_MM) setSize(index === 0 ? [value, size[1]] : [size[0], value])
        }}
      />
    </FormGroup>
  )
  return (
    <Paper
      title={title}
      label={size}
      settings={
        <>
          {edge(0, t('stock.print.width'))}
          {edge(1, t('stock.print.height'))}
        </>
      }
      onClose={onClose}
    >
      <div className="stock-labels">
        {labels.map((label) => (
          <Label key={label.code} label={label} size={size} />
        ))}
      </div>
    </Paper>
  )
}

/** Millimetres around what a label shows. */
const PADDING = 2

function Label({ label, size }: { readonly label: LabelText; readonly size: readonly [number, number] }) {
  const [width, height] = size
  const side = Math.min(height - 2 * PADDING, width / 2)
  return (
    <div
      className="stock-label"
      style={{ inlineSize: `${width}mm`, blockSize: `${height}mm`, padding: `${PADDING}mm` }}
    >
      <Code text={label.code} side={side} />
      <div>
        <strong>{label.title}</strong>
        <span>{label.text}</span>
        <small>{label.code}</small>
      </div>
    </div>
  )
}

function Code({ text, side }: { readonly text: string; readonly side: number }) {
  const { size, data } = encode(text, { ecc: 'M', border: 1 })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      style={{ inlineSize: `${side}mm`, blockSize: `${side}mm` }}
      role="img"
      aria-label={text}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
