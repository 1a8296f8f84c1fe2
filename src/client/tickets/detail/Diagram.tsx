import { useMemo } from 'react'
import { isGateway, type WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { TicketContext } from '#machines/ticket/engine/vocabulary.ts'
import { type DiagramEdge, type DiagramNode, diagramOf } from '#machines/ticket/explore/diagram.ts'
import { ArrowMarker } from '#src/client/components/diagram/ArrowMarker.tsx'
import { curve, type DiagramLayout, type Point, placeAll, type Size } from '#src/client/components/diagram/layout.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'

/** Pixels of a state's box, of a place where branches only part or meet, and between them. */
const box = { width: 148, height: 52 }
const gate = { width: 140, height: 26 }
const sizes = { card: box, stop: box, gate, beside: 36, below: 34 }

interface Drawn extends DiagramLayout {
  readonly nodes: readonly (DiagramNode & Point & { readonly size: Size })[]
  readonly transitions: readonly (DiagramEdge & { readonly points: readonly Point[] })[]
}

function place(definition: WorkflowDefinition, context: TicketContext | undefined): Drawn {
  const diagram = diagramOf(definition, context)
  const placed = placeAll(definition, sizes)
  const gates = new Set(definition.states.filter(isGateway).map(({ key }) => key))
  const nodes = new Map(placed.nodes.map((node) => [node.id, node]))
  const points = new Map(placed.edges.map((edge) => [edge.index, edge.points]))
  return {
    ...placed,
    nodes: diagram.nodes.map((node) => ({
      ...node,
      x: nodes.get(node.id)?.x ?? 0,
      y: nodes.get(node.id)?.y ?? 0,
      size: gates.has(node.id) ? gate : box,
    })),
    transitions: diagram.edges.map((edge, index) => ({ ...edge, points: points.get(index) ?? [] })),
  }
}

interface DiagramProps {
  readonly definition: WorkflowDefinition
  /** How far a ticket has come; without it everything lies ahead. */
  readonly context?: TicketContext
  /** States to point at, e.g. the path that shows a fault. */
  readonly path?: readonly string[]
  /** A line under the name of a state: how often, how long. */
  readonly notes?: Readonly<Record<string, string>>
  /** States nothing ever came to, and transitions nothing took, by their place in the definition. */
  readonly missed?: { readonly states: ReadonlySet<string>; readonly transitions: ReadonlySet<number> }
  /** The name read out for the picture. */
  readonly title: string
}

/** The statechart as a picture, with where the ticket is. States are also words in a list for those who do not see it. */
export function Diagram({ definition, context, path = [], notes = {}, missed, title }: DiagramProps) {
  const t = useT()
  const language = useLanguage()
  const placed = useMemo(() => place(definition, context), [definition, context])
  const nameOf = (node: DiagramNode): string => node.name?.[language] ?? t(`ticket.diagram.${node.kind}`)
  const isOnPath = (from: string, to: string): boolean =>
    path.some((state, index) => state === from && path[index + 1] === to)
  const stateOf = (node: DiagramNode): string =>
    notes[node.id] ?? (missed?.states.has(node.id) ? t('ticket.diagram.missed') : t(`ticket.status.${node.status}`))
  const summary = placed.nodes.map((node) => `${nameOf(node)}: ${stateOf(node)}`).join('; ')
  return (
    <section className="diagram" tabIndex={0} aria-label={t('ticket.diagram.label', [title])}>
      <svg
        width={placed.width}
        height={placed.height}
        viewBox={`0 0 ${placed.width} ${placed.height}`}
        role="img"
        aria-label={summary}
      >
        <ArrowMarker id="arrow" />
        {placed.lanes.map((lane) => (
          <g key={`${lane.fork} ${lane.number}`} className="diagram-lane" transform={`translate(${lane.x},${lane.y})`}>
            <rect width={lane.width} height={lane.height} rx={8} />
            <text x={8} y={16}>
              {t('ticket.diagram.branch', [lane.number])}
            </text>
          </g>
        ))}
        {placed.transitions.map((edge, index) => (
          <path
            key={edge.id}
            d={curve(edge.points)}
            className={`diagram-edge ${edge.isTaken ? 'is-taken' : ''} ${isOnPath(edge.from, edge.to) ? 'is-fault' : ''} ${missed?.transitions.has(index) ? 'is-missed' : ''}`}
            markerEnd="url(#arrow)"
          />
        ))}
        {placed.nodes.map((node) => (
          <g
            key={node.id}
            className={`diagram-node is-${node.status} is-${node.kind} ${path.includes(node.id) ? 'is-fault' : ''} ${missed?.states.has(node.id) ? 'is-missed' : ''}`}
            transform={`translate(${node.x - node.size.width / 2},${node.y - node.size.height / 2})`}
          >
            <rect
              {...node.size}
              rx={node.kind === 'start' || node.kind === 'end' || node.size === gate ? node.size.height / 2 : 8}
            />
            <foreignObject {...node.size}>
              <div className={`diagram-label ${node.size === gate ? 'is-gate' : ''}`}>
                <span>{nameOf(node)}</span>
                {node.kind === 'start' || node.kind === 'end' || node.size === gate ? null : (
                  <small>{notes[node.id] ?? t(`ticket.diagram.${node.kind}`)}</small>
                )}
              </div>
            </foreignObject>
          </g>
        ))}
      </svg>
    </section>
  )
}
