/** The head of every arrow of a diagram, in the colour of its line. `id` is unique on the page. */
export function ArrowMarker({ id }: { readonly id: string }) {
  return (
    <defs>
      <marker id={id} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse">
        <path d="M0,0 L8,4 L0,8 z" fill="context-stroke" />
      </marker>
    </defs>
  )
}
