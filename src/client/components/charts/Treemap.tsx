import './charts.css'
import { useT } from '#src/client/platform/i18n/index.ts'
import { tilesOf } from './treemap.ts'

/** A tile: as large as its value, as dark as its share. */
export interface TreePart {
  readonly key: string
  readonly label: string
  readonly value: number
  /** 0 to 100. */
  readonly share: number
  readonly text: string
}

const RATIO = 2.4
/** Percent of the whole below which a tile has no room for words; they stand in its name and in the table. */
const MIN_LABELLED_PCT = 2.2

/** Areas beside each other, each a button. */
export function Treemap({
  parts,
  onPick,
}: {
  readonly parts: readonly TreePart[]
  readonly onPick: (key: string) => void
}) {
  const t = useT()
  const shown = [...parts].filter(({ value }) => value > 0).sort((a, b) => b.value - a.value)
  const tiles = tilesOf(
    shown.map(({ value }) => value),
    RATIO,
  )
  return (
    <ul className="treemap">
      {shown.map((part, index) => {
        const tile = tiles[index]
        if (tile === undefined) return null
        const hasRoom = (tile.width * tile.height) / 100 >= MIN_LABELLED_PCT && tile.width >= 9
        return (
          <li
            key={part.key}
            style={{ left: `${tile.x}%`, top: `${tile.y}%`, width: `${tile.width}%`, height: `${tile.height}%` }}
          >
            <button
              type="button"
              title={`${part.label} ${part.text}`}
              aria-label={t('records.charts.bar', [part.label, part.text])}
              style={{ '--share': `${Math.round(8 + Math.min(100, part.share) * 0.34)}%` } as React.CSSProperties}
              onClick={() => onPick(part.key)}
            >
              {hasRoom ? (
                <>
                  <span>{part.label}</span>
                  <small>{part.text}</small>
                </>
              ) : null}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
