import { type Group, groupsOf, type StateDefinition } from '#machines/ticket/definition/definition.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { useFormLabels } from '#src/client/tickets/labels.ts'

/** Who acts in a state and how its votes count, in words. `roles` are names by key. */
export function useStateWords(type: string, roles: Readonly<Record<string, string>>) {
  const labels = useFormLabels(type)
  const word = useDictionaryLabel()
  const whoIn = (group: Group): string => {
    const detail =
      'role' in group
        ? (roles[group.role] ?? group.role)
        : 'dept' in group
          ? (group.dept ?? '')
          : 'field' in group
            ? labels(group.field)
            : ''
    return `${word('participantType', group.type)}${detail === '' ? '' : ` · ${detail}`}`
  }
  return {
    who: ({ participant }: StateDefinition): string => groupsOf(participant).map(whoIn).join(' + '),
    how: ({ mode, ratio, count }: StateDefinition): string =>
      [word('approveMode', mode), ratio === undefined ? count : `${ratio}%`]
        .filter((part) => part !== undefined)
        .join(' · '),
  }
}
