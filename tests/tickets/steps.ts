/** Steps of drawings by hand. */
import type { Participant, StateDefinition } from '#machines/ticket/definition/definition.ts'

export const role = (name: string): Participant => ({ type: 'role', role: name })

/** A state where one of them approves, waiting for somebody when there is nobody; it may send back anywhere. */
export const step = (key: string, participant: Participant, more: Partial<StateDefinition> = {}): StateDefinition => ({
  key,
  name: { zhHans: key, en: key },
  kind: 'approve',
  mode: 'any',
  emptyPolicy: { type: 'block' },
  allowReturn: 'any',
  allowReject: true,
  participant,
  ...more,
})

/** Transitions as `from>to`. */
export const transitions = (...pairs: readonly string[]) =>
  pairs.map((pair) => {
    const [from = '', to = ''] = pair.split('>')
    return { from, to }
  })
