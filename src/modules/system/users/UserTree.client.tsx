import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { FoldButton } from '#src/client/components/table/FoldButton.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

interface Node {
  readonly id: number
  readonly name: string
  readonly children: readonly Node[]
}

/** People of a department and of everything below it. */
function countsOf(nodes: readonly Node[], own: ReadonlyMap<number, number>): ReadonlyMap<number, number> {
  const all = new Map<number, number>()
  const count = (node: Node): number => {
    const people = node.children.reduce((sum, child) => sum + count(child), own.get(node.id) ?? 0)
    all.set(node.id, people)
    return people
  }
  for (const node of nodes) count(node)
  return all
}

/** The departments beside the list of people, each with how many it has; choosing one narrows the list. */
export function UserTree({
  chosen,
  onChoose,
}: {
  readonly chosen: number | null
  readonly onChoose: (id: number | null) => void
}) {
  const t = useT()
  const tree = useQuery({
    queryKey: ['dept', 'names'],
    queryFn: ({ signal }) => api.get('/api/v1/auth/dept/tree/', { signal, quiet: true }),
  })
  const people = useQuery({
    queryKey: ['user', 'counts'],
    queryFn: ({ signal }) =>
      api.get('/api/system/user/department_counts/', {
        signal,
        quiet: true,
      }),
  })
  const counts = useMemo(
    () => countsOf(tree.data ?? [], new Map((people.data ?? []).map((one) => [one.deptId, one.people]))),
    [tree.data, people.data],
  )
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number): void =>
    setClosed((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const total = (people.data ?? []).reduce((sum, one) => sum + one.people, 0)
  const draw = (nodes: readonly Node[], level: number) => (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          <div className="user-tree-line" style={{ paddingInlineStart: level * 16 }}>
            {node.children.length === 0 ? (
              <span className="user-tree-leaf" />
            ) : (
              <FoldButton name={node.name} isOpen={!closed.has(node.id)} onToggle={() => toggle(node.id)} />
            )}
            <Line
              name={node.name}
              people={counts.get(node.id) ?? 0}
              isChosen={chosen === node.id}
              onChoose={() => onChoose(chosen === node.id ? null : node.id)}
            />
          </div>
          {node.children.length === 0 || closed.has(node.id) ? null : draw(node.children, level + 1)}
        </li>
      ))}
    </ul>
  )
  return (
    <nav className="user-tree" aria-label={t('user.departments')}>
      <div className="user-tree-line">
        <span className="user-tree-leaf" />
        <Line
          name={t('user.allDepartments')}
          people={total}
          isChosen={chosen === null}
          onChoose={() => onChoose(null)}
        />
      </div>
      {tree.error !== null && tree.data === undefined ? (
        <FailedState compact error={tree.error} onRetry={() => void tree.refetch()} />
      ) : tree.data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        draw(tree.data, 0)
      )}
    </nav>
  )
}

function Line({
  name,
  people,
  isChosen,
  onChoose,
}: {
  readonly name: string
  readonly people: number
  readonly isChosen: boolean
  readonly onChoose: () => void
}) {
  return (
    <button type="button" className="user-tree-name" aria-pressed={isChosen} onClick={onChoose}>
      <span>{name}</span>
      <span className="user-tree-count">{people}</span>
    </button>
  )
}
