import type { CSSProperties } from 'react'
import { type PlacedWidget, readingOrder } from '#src/modules/home/layouts/layout.ts'
import { widgets } from './widgets.ts'
import './layout.css'

/** A saved layout: on twelve columns as it was laid out, on narrow screens one below the other. Narrow places are never kept (H1). */
export function LayoutGrid({ placed }: { readonly placed: readonly PlacedWidget[] }) {
  return (
    <div className="home-grid">
      {readingOrder(placed).map(({ id, x, y, w, h }) => {
        const Card = widgets[id]
        return (
          <div
            key={id}
            className="home-cell"
            style={{ '--column': `${x + 1} / span ${w}`, '--row': `${y + 1} / span ${h}` } as CSSProperties}
          >
            <Card />
          </div>
        )
      })}
    </div>
  )
}
