/** Where an arrow key leads from a state. */
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { DiagramLayout } from '#src/client/components/diagram/layout.ts'
import { transitionsFrom, transitionsInto } from './transitions.ts'

/** The keys that walk. */
export type Step = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'

export const isStep = (key: string): key is Step =>
  ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)

/** Rows of the picture: what stands about so high stands beside each other. */
const SAME_ROW = 12

/** Down follows the last transition on, up the first transition here, left and right what stands beside; the same place where nothing is. */
export function walk(definition: WorkflowDefinition, placed: DiagramLayout, from: string, step: Step): string {
  if (step === 'Home') return 'start'
  if (step === 'End') return 'end'
  if (step === 'ArrowDown') return transitionsFrom(definition, from).at(-1)?.transition.to ?? from
  if (step === 'ArrowUp') return transitionsInto(definition, from)[0]?.transition.from ?? from
  const here = placed.nodes.find((node) => node.id === from)
  if (here === undefined) return from
  const beside = placed.nodes
    .filter((node) => Math.abs(node.y - here.y) < SAME_ROW && node.id !== from)
    .filter((node) => (step === 'ArrowLeft' ? node.x < here.x : node.x > here.x))
    .toSorted((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x))
  return beside[0]?.id ?? from
}
