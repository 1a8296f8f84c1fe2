/** Where everything stands on the canvas: from the top down, computed from the transitions; branches as lanes side by side. */
import { graphlib, layout } from '@dagrejs/dagre'
import type { Block, BlockBranch } from '#machines/ticket/definition/blocks.ts'
import { isGateway, type WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { type DrawnTransition, type Plan, planOf, type Region } from './regions.ts'

/** Pixels of a state's card, of the round ends, and of a place where branches only part or meet. */
export const card = { width: 232, height: 92 }
export const stop = { width: 144, height: 40 }
export const gate = { width: 160, height: 34 }
/** Pixels around what stands in a lane, above it for its name, and between lanes. */
const lane = { side: 14, head: 26, gap: 12, least: 150 }

/** How much room everything takes. */
export interface Sizes {
  readonly card: Size
  readonly stop: Size
  readonly gate: Size
  /** Between boxes side by side, and one above another. */
  readonly beside: number
  readonly below: number
}
const roomy: Sizes = { card, stop, gate, beside: 48, below: 52 }

export interface Point {
  readonly x: number
  readonly y: number
}
/** Width and height in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}
/** A state, `start` or `end`, by its middle. */
export interface PlacedNode extends Point {
  readonly id: string
}
/** A transition of the definition with its line; `middle` is where something can be put in. */
export interface PlacedEdge {
  readonly index: number
  readonly from: string
  readonly to: string
  readonly points: readonly Point[]
  readonly middle: Point
}
/** A branch by its upper left corner. */
export interface PlacedLane extends Point, Size {
  readonly fork: string
  /** Its number among the transitions of the branching state, from 1. */
  readonly number: number
}
/** The whole picture, in pixels at full size. */
export interface DiagramLayout extends Size {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly lanes: readonly PlacedLane[]
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

const ENTRY = ' in'
const EXIT = ' out'
const insideOf = (fork: string): string => `${fork} branches`

const by =
  (x: number, y: number) =>
  <T extends Point>(point: T): T => ({ ...point, x: point.x + x, y: point.y + y })

function moved(picture: DiagramLayout, x: number, y: number): DiagramLayout {
  const shift = by(x, y)
  return {
    ...picture,
    nodes: picture.nodes.map(shift),
    lanes: picture.lanes.map(shift),
    edges: picture.edges.map((edge) => ({ ...edge, points: edge.points.map(shift), middle: shift(edge.middle) })),
  }
}

/** The states of a definition, by how much room each takes. */
type SizeOf = (key: string) => Size

interface Placing {
  readonly plan: Plan
  readonly sizes: Sizes
  readonly sizeOf: SizeOf
}

/** The lanes of a block side by side, each as high as the highest. */
function placeLanes(placing: Placing, { fork, join, branches }: Block): DiagramLayout {
  const { plan } = placing
  const transitions = plan.transitions.filter(({ from }) => from === fork)
  const inner = branches.map((branch) => {
    const opening = transitions[branch.number - 1]
    const region = plan.regionOf({ fork, number: branch.number })
    return { branch, picture: placeRegion(placing, region, { branch, join, ...(opening && { opening }) }) }
  })
  const height = lane.head + Math.max(...inner.map(({ picture }) => picture.height))
  let x = 0
  const placed = inner.map(({ branch, picture }) => {
    const width = Math.max(lane.least, picture.width + 2 * lane.side)
    const left = x
    x += width + lane.gap
    const here = moved(picture, left + (width - picture.width) / 2, lane.head)
    return { ...here, lanes: [{ fork, number: branch.number, x: left, y: 0, width, height }, ...here.lanes] }
  })
  return {
    nodes: placed.flatMap(({ nodes }) => nodes),
    lanes: placed.flatMap(({ lanes }) => lanes),
    edges: placed.flatMap(({ edges }) => edges),
    width: x - lane.gap,
    height,
  }
}

/** The branch a region is, with the transition that opens it; absent for the whole picture. */
interface Lane {
  readonly branch: BlockBranch
  readonly join: string | null
  readonly opening?: DrawnTransition
}

function placeRegion(placing: Placing, region: Region, within?: Lane): DiagramLayout {
  const { sizeOf, sizes } = placing
  const graph = new graphlib.Graph({ multigraph: true })
  const margin = within ? { marginx: 0, marginy: 0 } : { marginx: 24, marginy: 20 }
  graph.setGraph({ rankdir: 'TB', nodesep: sizes.beside, ranksep: sizes.below, ...margin })
  const ids = [...(within ? [] : ['start']), ...region.keys, ...(within ? [] : ['end'])]
  for (const id of ids) graph.setNode(id, { ...sizeOf(id) })
  if (within) for (const id of [ENTRY, EXIT]) graph.setNode(id, { width: 1, height: 1 })
  const inside = region.blocks.map((block) => ({ block, picture: placeLanes(placing, block) }))
  for (const { block, picture } of inside) {
    const id = insideOf(block.fork)
    graph.setNode(id, { width: picture.width, height: picture.height })
    graph.setEdge(block.fork, id, { weight: 4 }, 'in')
    if (block.join !== null) graph.setEdge(id, block.join, { weight: 4 }, 'out')
  }
  const targetOf = (to: string): string => (within !== undefined && to === within.join ? EXIT : to)
  const drawn = [...(within?.opening ? [{ ...within.opening, from: ENTRY }] : []), ...region.transitions].filter(
    ({ to }) => graph.hasNode(targetOf(to)),
  )
  for (const transition of drawn)
    graph.setEdge(
      transition.from,
      targetOf(transition.to),
      { weight: transition.when === undefined ? 4 : 1 },
      String(transition.index),
    )
  layout(graph)
  const size = graph.graph()
  const at = (id: string): Point => ({ x: graph.node(id).x ?? 0, y: graph.node(id).y ?? 0 })
  const blocks = inside.map(({ block, picture }) => {
    const { x, y } = at(insideOf(block.fork))
    const here = moved(picture, x - picture.width / 2, y - picture.height / 2)
    return { ...here, edges: here.edges.map((edge) => joined(edge, block, at, sizeOf, y + picture.height / 2)) }
  })
  return {
    nodes: [...ids.map((id) => ({ id, ...at(id) })), ...blocks.flatMap(({ nodes }) => nodes)],
    edges: [
      ...drawn.map((transition) => {
        const points = (graph.edge(transition.from, targetOf(transition.to), String(transition.index)).points ??
          []) as readonly Point[]
        const from = transition.from === ENTRY ? (within?.opening?.from ?? '') : transition.from
        return { index: transition.index, from, to: transition.to, points, middle: middleOf(points) }
      }),
      ...blocks.flatMap(({ edges }) => edges),
    ],
    lanes: blocks.flatMap(({ lanes }) => lanes),
    width: Math.max(size.width ?? 0, 1),
    height: size.height ?? 0,
  }

  /** The line of a transition that opens a lane of the block or leads out of it, from the branching state and to the join. */
  function joined(edge: PlacedEdge, block: Block, place: typeof at, room: SizeOf, bottom: number): PlacedEdge {
    const opens = edge.from === block.fork
    const ends = edge.to === block.join
    const before = opens ? [{ ...place(block.fork), y: place(block.fork).y + room(block.fork).height / 2 }] : []
    const last = edge.points.at(-1)
    const after =
      ends && block.join !== null && last !== undefined
        ? [
            { x: last.x, y: bottom },
            { ...place(block.join), y: place(block.join).y - room(block.join).height / 2 },
          ]
        : []
    return before.length + after.length === 0 ? edge : { ...edge, points: [...before, ...edge.points, ...after] }
  }
}

/** Lays a definition out. Transitions to states that are not there are left out; the proof names them. */
export function placeAll(definition: WorkflowDefinition, sizes: Sizes = roomy): DiagramLayout {
  const states = new Map(definition.states.map((state) => [state.key, state]))
  const sizeOf = (key: string): Size => {
    const state = states.get(key)
    return state === undefined ? sizes.stop : isGateway(state) ? sizes.gate : sizes.card
  }
  const plan = planOf(definition)
  const picture = placeRegion({ plan, sizes, sizeOf }, plan.regionOf(null))
  const drawn = new Set(picture.edges.map(({ index }) => index))
  const nodeOf = (id: string): Point => picture.nodes.find((node) => node.id === id) ?? { x: 0, y: 0 }
  // Transitions that jump out of their lane are a fault, and shown as they are.
  const strays = plan.transitions
    .filter(({ index }) => !drawn.has(index))
    .map(({ index, from, to }): PlacedEdge => {
      const points = [nodeOf(from), nodeOf(to)]
      return { index, from, to, points, middle: middleOf(points) }
    })
  return { ...picture, edges: [...picture.edges, ...strays] }
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
