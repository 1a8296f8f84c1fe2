import './charts.css'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'

/** Columns of one colour, or a line. */
export interface Series {
  readonly name: string
  readonly values: readonly number[]
}

interface ColumnChartProps {
  /** What the picture says, for whoever does not see it; its data stand in the table beside it. */
  readonly label: string
  readonly names: readonly string[]
  readonly columns: readonly Series[]
  /** On a scale of their own, at the right. */
  readonly lines?: readonly Series[]
  /** As wide as the page. */
  readonly isWide?: boolean
  /** The columns of a name stand on each other: parts of a whole, six at most, the last of them the rest. */
  readonly isStacked?: boolean
}

const NARROW = 640
const WIDE = 1180
const HEIGHT = 220
const LEFT = 46
const RIGHT = 46
const TOP = 10
const BOTTOM = 24
const STEPS = 4

/** The next number at or above a value whose quarters are round: 1, 2, 4, 6, 8 or 10 times a power of ten. */
export function roundAbove(value: number): number {
  if (value <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 6, 8, 10].find((step) => step * power >= value) ?? 10) * power
}

const short = (value: number): string => String(Number(value.toPrecision(4)))

/** For each place of a stack, what stands below it. */
export const standingOn = (parts: readonly number[]): readonly number[] =>
  parts.map((_, place) => parts.slice(0, place).reduce((sum, part) => sum + Math.max(0, part), 0))

/** Standing columns beside or on each other for each name, with lines over them. */
export function ColumnChart({
  label,
  names,
  columns,
  lines = [],
  isWide = false,
  isStacked = false,
}: ColumnChartProps) {
  const width = isWide ? WIDE : NARROW
  const partsAt = (index: number): readonly number[] => columns.map(({ values }) => values[index] ?? 0)
  const tops = isStacked
    ? names.map((_, index) => partsAt(index).reduce((sum, part) => sum + Math.max(0, part), 0))
    : columns.flatMap(({ values }) => values)
  const most = roundAbove(Math.max(0, ...tops))
  const mostLine = roundAbove(Math.max(0, ...lines.flatMap(({ values }) => values)))
  const room = (width - LEFT - (lines.length > 0 ? RIGHT : 8)) / Math.max(1, names.length)
  const high = HEIGHT - TOP - BOTTOM
  const y = (share: number): number => TOP + high * (1 - Math.max(0, Math.min(1, share)))
  const beside = isStacked ? 1 : Math.max(1, columns.length)
  const bar = Math.min(22, (room * 0.72) / beside)
  const kind = isStacked ? 'part' : 'bar'
  const middle = (index: number): number => LEFT + room * (index + 0.5)
  return (
    <>
      <ScrollRegion className="columns-scroll" label={label}>
        <svg
          className={isWide ? 'columns is-wide' : 'columns'}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={label}
        >
          {Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS).map((share) => (
            <g key={share}>
              <line
                className="columns-grid"
                x1={LEFT}
                x2={width - (lines.length > 0 ? RIGHT : 8)}
                y1={y(share)}
                y2={y(share)}
              />
              <text className="columns-text" x={LEFT - 6} y={y(share) + 4} textAnchor="end">
                {short(most * share)}
              </text>
              {lines.length === 0 ? null : (
                <text className="columns-text" x={width - RIGHT + 6} y={y(share) + 4}>
                  {short(mostLine * share)}
                </text>
              )}
            </g>
          ))}
          {names.map((name, index) => (
            <g key={name}>
              {columns.map((series, place) => {
                const below = isStacked ? (standingOn(partsAt(index))[place] ?? 0) : 0
                const top = y(((series.values[index] ?? 0) + below) / most)
                return (
                  <rect
                    key={series.name}
                    className={`columns-${kind} is-${place}`}
                    x={middle(index) - (bar * beside) / 2 + (isStacked ? 0 : bar * place)}
                    y={top}
                    width={Math.max(1, bar - 2)}
                    height={Math.max(0, y(below / most) - top)}
                    rx={isStacked ? 0 : 2}
                  >
                    <title>{`${name} ${series.name} ${series.values[index] ?? 0}`}</title>
                  </rect>
                )
              })}
              <text className="columns-text" x={middle(index)} y={HEIGHT - 8} textAnchor="middle">
                {name}
              </text>
            </g>
          ))}
          {lines.map((series, place) => (
            <polyline
              key={series.name}
              className={`columns-line is-${place}`}
              points={series.values.map((value, index) => `${middle(index)},${y(value / mostLine)}`).join(' ')}
            />
          ))}
        </svg>
      </ScrollRegion>
      <ul className="chart-legend">
        {columns.map(({ name }, place) => (
          <li key={name} className={`is-${isStacked ? 'part' : 'column'} is-${place}`}>
            {name}
          </li>
        ))}
        {lines.map(({ name }, place) => (
          <li key={name} className={`is-line is-${place}`}>
            {name}
          </li>
        ))}
      </ul>
    </>
  )
}
