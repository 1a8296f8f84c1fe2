import './charts.css'

/** One lying bar with what it says. */
export interface LyingBar {
  readonly key: string
  readonly label: string
  /** Its length. */
  readonly value: number
  /** The value in words. */
  readonly text: string
  readonly isBad?: boolean
}

/** Bars below each other, each a button that leads to what it stands for. `mark` is a line across all of them at a value. */
export function LyingBars({
  bars,
  onPick,
  most,
  mark,
}: {
  readonly bars: readonly LyingBar[]
  readonly onPick?: (key: string) => void
  readonly most?: number
  readonly mark?: number
}) {
  const longest = most ?? Math.max(...bars.map((bar) => bar.value), 0)
  const width = (value: number): string => `${longest <= 0 ? 0 : Math.min(100, (Math.max(0, value) / longest) * 100)}%`
  return (
    <ul className="bars is-lying">
      {bars.map((bar) => (
        <li key={bar.key}>
          <button type="button" className="bar" disabled={onPick === undefined} onClick={() => onPick?.(bar.key)}>
            <span className="bar-label" title={bar.label}>
              {bar.label}
            </span>{' '}
            <span className="bar-track">
              <span
                className={bar.isBad === true ? 'bar-fill is-bad' : 'bar-fill'}
                style={{ width: width(bar.value) }}
              />
              {mark === undefined ? null : <span className="bar-mark" style={{ left: width(mark) }} />}
            </span>
            <span className="bar-value">{bar.text}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
