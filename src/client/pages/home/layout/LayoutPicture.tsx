import { useT } from '#src/client/platform/i18n/index.ts'
import { type PlacedWidget, readingOrder } from '#src/modules/home/layouts/layout.ts'

/** A layout in small: each widget by its name, where it lies. */
export function LayoutPicture({ placed }: { readonly placed: readonly PlacedWidget[] }) {
  const t = useT()
  const ordered = readingOrder(placed)
  return (
    <div className="layout-picture" role="img" aria-label={ordered.map(({ id }) => t(`home.${id}`)).join(', ')}>
      {ordered.map(({ id, x, y, w, h }) => (
        <span key={id} style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}>
          {t(`home.${id}`)}
        </span>
      ))}
    </div>
  )
}
