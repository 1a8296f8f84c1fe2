/** Where everything stands on the canvas: from the top down, computed from the ways. */
import { graphlib, layout } from '@dagrejs/dagre'
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'

/** Pixels of a state's card, and of the round ends. */
export const card = { width: 232, height: 92 }
export const stop = { width: 144, height: 40 }

export interface Point {
  readonly x: number
  readonly y: number
}
/** A state, `start` or `end`, by its middle. */
export interface PlacedNode extends Point {
  readonly id: string
}
/** A way of the definition with its line; `middle` is where something can be put in. */
export interface PlacedEdge {
  readonly index: number
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
  readonly middle: Point
}
/** The whole picture, in pixels at full size. */
export interface Placed {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

/** The point halfway along a line. */
export function middleOf(points: readonly Point[]): Point {
  const pieces = points.slice(1).map((to, index) => {
    const from = points[index] ?? to
    return { from, to, length: Math.hypot(to.x - from.x, to.y - from.y) }
  })
  let left = pieces.reduce((sum, piece) => sum + piece.length, 0) / 2
  for (const { from, to, length } of pieces) {
    if (left <= length && length > 0) {
      const share = left / length
      return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
    }
    left -= length
  }
  return points[0] ?? { x: 0, y: 0 }
}

/** Lays a definition out. Ways to states that are not there are left out; the proof names them. */
export function placeAll({ states, transitions }: WorkflowDefinition): Placed {
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 48, ranksep: 52, marginx: 24, marginy: 20 })
  const ids = ['start', ...states.map((state) => state.key), 'end']
  for (const id of ids) graph.setNode(id, { ...(id === 'start' || id === 'end' ? stop : card) })
  const drawn = transitions.flatMap((way, index) =>
    ids.includes(way.from) && ids.includes(way.to) ? [{ ...way, index }] : [],
  )
  for (const way of drawn)
    graph.setEdge(way.from, way.to, { weight: way.when === undefined ? 4 : 1 }, String(way.index))
  layout(graph)
  const size = graph.graph()
  return {
    nodes: ids.map((id) => ({ id, x: graph.node(id).x ?? 0, y: graph.node(id).y ?? 0 })),
    edges: drawn.map(({ from, to, index }) => {
      const points = (graph.edge(from, to, String(index)).points ?? []) as readonly Point[]
      return { index, from, to, points, middle: middleOf(points) }
    }),
    width: size.width ?? 0,
    height: size.height ?? 0,
  }
}

/** An SVG path through the points with round corners. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  const parts = [`M${first.x},${first.y}`]
  for (const [index, point] of rest.entries()) {
    const next = rest[index + 1]
    if (next === undefined) parts.push(`L${point.x},${point.y}`)
    else parts.push(`Q${point.x},${point.y} ${(point.x + next.x) / 2},${(point.y + next.y) / 2}`)
  }
  return parts.join(' ')
}
