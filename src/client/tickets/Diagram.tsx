import { graphlib, layout } from '@dagrejs/dagre'
import { useMemo } from 'react'
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import { type DiagramEdge, type DiagramNode, diagramOf } from '#machines/ticket/diagram.ts'
import type { TicketContext } from '#machines/ticket/vocabulary.ts'
import { useLanguage, useT } from '#src/client/i18n/index.ts'

/** Pixels of a state's box. */
const box = { width: 148, height: 52 }

interface Point {
  readonly x: number
  readonly y: number
}
interface Placed {
  readonly nodes: readonly (DiagramNode & Point)[]
  readonly edges: readonly (DiagramEdge & { readonly points: readonly Point[] })[]
  readonly width: number
  readonly height: number
}

function place(definition: WorkflowDefinition, context: TicketContext | undefined): Placed {
  const diagram = diagramOf(definition, context)
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 34, marginx: 12, marginy: 12 })
  for (const node of diagram.nodes) graph.setNode(node.id, { ...box })
  for (const edge of diagram.edges) graph.setEdge(edge.from, edge.to, {}, edge.id)
  layout(graph)
  const size = graph.graph()
  return {
    nodes: diagram.nodes.map((node) => ({ ...node, x: graph.node(node.id).x ?? 0, y: graph.node(node.id).y ?? 0 })),
    edges: diagram.edges.map((edge) => ({
      ...edge,
      points: (graph.edge(edge.from, edge.to, edge.id).points ?? []) as readonly Point[],
    })),
    width: size.width ?? 0,
    height: size.height ?? 0,
  }
}

const line = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x},${y}`).join(' ')

interface DiagramProps {
  readonly definition: WorkflowDefinition
  /** How far a ticket has come; without it everything lies ahead. */
  readonly context?: TicketContext
  /** States to point at, e.g. the path that shows a fault. */
  readonly path?: readonly string[]
  /** The name read out for the picture. */
  readonly title: string
}

/** The statechart as a picture, with where the ticket is. States are also words in a list for those who do not see it. */
export function Diagram({ definition, context, path = [], title }: DiagramProps) {
  const t = useT()
  const language = useLanguage()
  const placed = useMemo(() => place(definition, context), [definition, context])
  const nameOf = (node: DiagramNode): string => node.name?.[language] ?? t(`ticket.diagram.${node.kind}`)
  const isOnPath = (from: string, to: string): boolean =>
    path.some((state, index) => state === from && path[index + 1] === to)
  const summary = placed.nodes.map((node) => `${nameOf(node)}: ${t(`ticket.status.${node.status}`)}`).join('; ')
  return (
    <section className="diagram" tabIndex={0} aria-label={t('ticket.diagram.label', [title])}>
      <svg
        width={placed.width}
        height={placed.height}
        viewBox={`0 0 ${placed.width} ${placed.height}`}
        role="img"
        aria-label={summary}
      >
        <defs>
          <marker
            id="arrow"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path d="M0,0 L8,4 L0,8 z" fill="context-stroke" />
          </marker>
        </defs>
        {placed.edges.map((edge) => (
          <path
            key={edge.id}
            d={line(edge.points)}
            className={`diagram-edge ${edge.isTaken ? 'is-taken' : ''} ${isOnPath(edge.from, edge.to) ? 'is-fault' : ''}`}
            markerEnd="url(#arrow)"
          />
        ))}
        {placed.nodes.map((node) => (
          <g
            key={node.id}
            className={`diagram-node is-${node.status} is-${node.kind} ${path.includes(node.id) ? 'is-fault' : ''}`}
            transform={`translate(${node.x - box.width / 2},${node.y - box.height / 2})`}
          >
            <rect
              width={box.width}
              height={box.height}
              rx={node.kind === 'start' || node.kind === 'end' ? box.height / 2 : 8}
            />
            <foreignObject width={box.width} height={box.height}>
              <div className="diagram-label">
                <span>{nameOf(node)}</span>
                {node.kind === 'start' || node.kind === 'end' ? null : (
                  <small>{t(`ticket.diagram.${node.kind}`)}</small>
                )}
              </div>
            </foreignObject>
          </g>
        ))}
      </svg>
    </section>
  )
}
