/** Where other tools show what is written: one column for each node, one lane for those who act. */
import type { Clock, Flow, Graph, Node } from './graph.ts'
import { type ModdleElement, make } from './moddle.ts'

/** A lane, from top to bottom. */
export interface Lane {
  readonly id: string
  readonly name: string
  /** Ids of its nodes. */
  readonly nodes: readonly string[]
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly column: number
  readonly lane: number
}
type Point = readonly [x: number, y: number]

const TASK = [120, 80] as const
const GATEWAY = [50, 50] as const
const EVENT = [36, 36] as const
const COLUMN = 170
const LANE = 200
/** Left of the lanes: the name of the pool. */
const POOL_HEAD = 30
/** Left of the nodes: the names of the lanes. */
const LANE_HEAD = 30
const MARGIN = 40
/** Free above the tasks of a lane, for flows that pass them by. */
const CORRIDOR = 12

const sizeOf = (tag: Node['tag']) => (tag.endsWith('Event') ? EVENT : tag.endsWith('Gateway') ? GATEWAY : TASK)
const left = POOL_HEAD + LANE_HEAD + MARGIN

function boxesOf({ nodes, clocks }: Graph, lanes: readonly Lane[]): ReadonlyMap<string, Box> {
  const laneOf = new Map(lanes.flatMap((lane, index) => lane.nodes.map((id) => [id, index] as const)))
  const tasks = nodes.map(({ id, tag }, column): readonly [string, Box] => {
    const [width, height] = sizeOf(tag)
    const lane = laneOf.get(id) ?? 0
    const x = left + column * COLUMN + (TASK[0] - width) / 2
    return [id, { x, y: lane * LANE + (LANE - height) / 2, width, height, column, lane }]
  })
  const boxes = new Map(tasks)
  return new Map([...tasks, ...clocks.flatMap((clock) => clockBox(boxes, clock))])
}

/** A circle on the lower edge of its task. */
function clockBox(boxes: ReadonlyMap<string, Box>, { id, on, index }: Clock): readonly (readonly [string, Box])[] {
  const host = boxes.get(on)
  if (!host) return []
  const [width, height] = EVENT
  const [x, y] = [host.x + 4 + index * width, host.y + host.height - height / 2]
  return [[id, { ...host, x, y, width, height }]]
}

/** Neighbours of a lane are joined by a line; other flows run above the tasks of the lane they lead to. */
function waypoints(from: Box, to: Box): readonly Point[] {
  const middle = ({ y, height }: Box) => y + height / 2
  const centre = ({ x, width }: Box) => x + width / 2
  if (to.column === from.column + 1 && to.lane === from.lane)
    return [
      [from.x + from.width, middle(from)],
      [to.x, middle(to)],
    ]
  const corridor = to.lane * LANE + CORRIDOR + 4 * (from.column % 7)
  return [
    [centre(from), from.y > corridor ? from.y : from.y + from.height],
    [centre(from), corridor],
    [centre(to), corridor],
    [centre(to), to.y],
  ]
}

/** A clock's flow runs below the tasks of its lane. */
function waypointsBelow(from: Box, to: Box): readonly Point[] {
  const corridor = (from.lane + 1) * LANE - CORRIDOR - 4 * (from.column % 7)
  const [start, end] = [from.x + from.width / 2, to.x + to.width / 2]
  return [
    [start, from.y + from.height],
    [start, corridor],
    [end, corridor],
    [end, to.y > corridor ? to.y : to.y + to.height],
  ]
}

const boundsOf = ({ x, y, width, height }: Pick<Box, 'x' | 'y' | 'width' | 'height'>) =>
  make('dc:Bounds', { x, y, width, height })

/** The diagram of what was made: elements by id, the pool and its lanes around them. */
export function diagramOf(
  graph: Graph,
  lanes: readonly Lane[],
  elements: ReadonlyMap<string, ModdleElement>,
  collaboration: ModdleElement,
  pool: ModdleElement,
): ModdleElement {
  const boxes = boxesOf(graph, lanes)
  const clocks = new Set(graph.clocks.map(({ id }) => id))
  const width = left + graph.nodes.length * COLUMN
  const shape = (bpmnElement: ModdleElement | undefined, bounds: ModdleElement, more: object = {}) =>
    make('bpmndi:BPMNShape', { id: `${String(bpmnElement?.id)}-shape`, bpmnElement, bounds, ...more })
  const edge = ({ id, from, to }: Flow) => {
    const [start, end] = [boxes.get(from), boxes.get(to)]
    if (!start || !end) return []
    const points = (clocks.has(from) ? waypointsBelow : waypoints)(start, end)
    const waypoint = points.map(([x, y]) => make('dc:Point', { x, y }))
    return [make('bpmndi:BPMNEdge', { id: `${id}-edge`, bpmnElement: elements.get(id), waypoint })]
  }
  const planeElement = [
    shape(pool, boundsOf({ x: 0, y: 0, width, height: lanes.length * LANE }), { isHorizontal: true }),
    ...lanes.map(({ id }, index) =>
      shape(elements.get(id), boundsOf({ x: POOL_HEAD, y: index * LANE, width: width - POOL_HEAD, height: LANE }), {
        isHorizontal: true,
      }),
    ),
    ...[...graph.nodes, ...graph.clocks].flatMap(({ id }) => {
      const box = boxes.get(id)
      return box ? [shape(elements.get(id), boundsOf(box))] : []
    }),
    ...graph.flows.flatMap(edge),
  ]
  return make('bpmndi:BPMNDiagram', {
    id: 'diagram-1',
    plane: make('bpmndi:BPMNPlane', { id: 'plane-1', bpmnElement: collaboration, planeElement }),
  })
}
