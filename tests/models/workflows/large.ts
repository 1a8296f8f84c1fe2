import type {
  Condition,
  StateDefinition,
  TransitionDefinition,
  WorkflowDefinition,
} from '#machines/ticket/definition/definition.ts'
import { row, state } from './small.ts'

const facts = ['amount', 'days', 'people'] as const

function conditionAt(index: number): Condition {
  const field = facts[index % facts.length] ?? 'amount'
  const limit: Condition = { field, op: 'gt', value: (index % 5) + 1 }
  return index % 4 === 0 ? { any: [limit, { field: 'isUrgent', op: 'eq', value: true }] } : limit
}

/** A workflow of so many states, half of them conditional, with a choice at every fifth. */
export function largeWorkflow(count: number): WorkflowDefinition {
  const keys = Array.from({ length: count }, (_, index) => `s${index}`)
  const states = keys.map(
    (key, index): StateDefinition =>
      state(key, {
        allowReturn: index === 0 ? 'start' : 'any',
        timers: [{ key: 'half', afterHours: 24, action: 'remind' }],
        ...(index % 2 === 1 && { enterWhen: conditionAt(index) }),
        ...(index % 7 === 0 && { fields: { note: 'write' } }),
      }),
  )
  const jumps = keys.flatMap((from, index): TransitionDefinition[] => {
    const to = keys[index + 3]
    return index % 5 === 0 && to !== undefined
      ? [{ from, to, when: { field: 'amount', op: 'lte', value: index % 5 } }]
      : []
  })
  const plain = row(states)
  return { ...plain, key: 'large', transitions: [...jumps, ...plain.transitions] }
}
