type Box = readonly [x: number, y: number, width: number, height: number]

const page: readonly Box[] = [
  [34, 8, 62, 7],
  [34, 20, 29, 18],
  [67, 20, 29, 18],
  [34, 43, 62, 15],
]
const wide: readonly Box[] = [
  [8, 24, 41, 16],
  [55, 24, 41, 16],
  [8, 45, 88, 13],
]
/** Small drawings of what a choice does, on a field of 104 by 66. */
const sketches = {
  vertical: { strong: [[0, 0, 27, 66]], soft: page },
  collapsed: {
    strong: [[0, 0, 12, 66]],
    soft: [
      [19, 8, 77, 7],
      [19, 20, 36, 18],
      [60, 20, 36, 18],
      [19, 43, 77, 15],
    ],
  },
  horizontal: { strong: [[0, 0, 104, 9]], soft: [[8, 13, 88, 5], ...wide] },
  fluid: { strong: [[6, 8, 92, 8]], soft: wide },
  boxed: {
    strong: [[24, 8, 56, 8]],
    soft: [
      [24, 24, 25, 16],
      [55, 24, 25, 16],
      [24, 45, 56, 13],
    ],
  },
  default: { strong: [], soft: page },
  bordered: { strong: [], soft: [] },
} as const satisfies Record<string, { strong: readonly Box[]; soft: readonly Box[] }>

/** One of the drawings. */
export function Sketch({ of }: { readonly of: keyof typeof sketches }) {
  const { strong, soft }: { strong: readonly Box[]; soft: readonly Box[] } = sketches[of]
  return (
    <svg viewBox="0 0 104 66" className="sketch" aria-hidden="true">
      {soft.map(([x, y, width, height]) => (
        <rect key={`${x} ${y}`} className="sketch-soft" x={x} y={y} width={width} height={height} rx="2.5" />
      ))}
      {strong.map(([x, y, width, height]) => (
        <rect key={`${x} ${y}`} className="sketch-strong" x={x} y={y} width={width} height={height} />
      ))}
      {of === 'bordered'
        ? page.map(([x, y, width, height]) => (
            <rect key={`${x} ${y}`} className="sketch-line" x={x} y={y} width={width} height={height} rx="2.5" />
          ))
        : null}
      {of === 'default' || of === 'bordered' ? (
        <rect className={of === 'bordered' ? 'sketch-line' : 'sketch-soft'} x="0" y="0" width="27" height="66" />
      ) : null}
    </svg>
  )
}
