import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import { hasText, useLanguage, useT } from '#src/client/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { useFormLabels } from '#src/client/tickets/labels.ts'
import { useActionName } from '#src/client/tickets/Timeline.tsx'

/** Deeds and places of tried lives in the reader's words: `return(start)`, `deptLeader + finance`. */
export function useTestWords(definition: WorkflowDefinition): {
  readonly deed: (name: string) => string
  readonly place: (name: string) => string
  readonly fact: (name: string) => string
} {
  const t = useT()
  const language = useLanguage()
  const word = useDictionaryLabel()
  const nameOf = useActionName()
  const labels = useFormLabels(definition.key)
  const stateOf = (key: string): string | undefined =>
    definition.states.find((state) => state.key === key)?.name[language]
  const place = (name: string): string =>
    name
      .split(' + ')
      .map((key) => stateOf(key) ?? word('ticketStatus', key))
      .join(' + ')
  return {
    place,
    fact(name) {
      if (name === 'amount') return t('queue.column.amount')
      return hasText(`applications.${definition.key}.fields.${name}`) ? labels(name) : name
    },
    deed(name) {
      const [, kind = name, inside] = /^(\w+)(?:\((.*)\))?$/.exec(name) ?? []
      const label = nameOf(kind)
      if (inside === undefined) return label
      const said = inside
        .split(', ')
        .map((part) => (part === 'start' ? t('ticket.diagram.start') : (stateOf(part) ?? part)))
        .join(', ')
      return `${label} (${said})`
    },
  }
}
