import '../records.css'
import { Button } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { EmptyState, FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Which lines of a tree are folded, by id, and what is looked for in it. */
export interface TreeView<Id = number> {
  readonly closed: ReadonlySet<Id>
  readonly keyword: string
  /** Folds a line, or unfolds it. */
  toggle(id: Id): void
  /** Folds these lines and unfolds all others. */
  fold(ids: readonly Id[]): void
  search(keyword: string): void
}

/** A tree that shows everything at first, but for what lies below `folded`. */
export function useTreeView<Id = number>(folded: readonly Id[] = []): TreeView<Id> {
  const [closed, setClosed] = useState<ReadonlySet<Id>>(() => new Set(folded))
  const [keyword, search] = useState('')
  return {
    closed,
    keyword,
    toggle: (id) =>
      setClosed((now) => {
        const next = new Set(now)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    fold: (ids) => setClosed(new Set(ids)),
    search,
  }
}

/** Unfolds all lines of a tree, or folds all its branches. */
export function FoldAll<Id>({ view, branches }: { readonly view: TreeView<Id>; readonly branches: readonly Id[] }) {
  const t = useT()
  return (
    <>
      <Button variant="minimal" size="small" text={t('records.tree.expandAll')} onClick={() => view.fold([])} />
      <Button variant="minimal" size="small" text={t('records.tree.collapseAll')} onClick={() => view.fold(branches)} />
    </>
  )
}

/** The rows as they were fetched, and what went wrong. */
interface Fetched<T> {
  readonly data: readonly T[] | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** A list drawn as a tree (LIST-STD): search, expanding and collapsing of all lines, and what stands in its place while there is nothing. */
export function TreeList<T extends { readonly id: number }>({
  fetched: { data, error, refetch },
  view,
  isBranch = () => true,
  isEmpty,
  isLazy = false,
  children,
}: {
  readonly fetched: Fetched<T>
  readonly view: TreeView
  /** Whether collapsing all folds this row. */
  readonly isBranch?: (row: T) => boolean
  /** No line is shown, since there is none or none is found. */
  readonly isEmpty: boolean
  /** Branches are fetched when they are unfolded, and all are folded at first: nothing unfolds them all. */
  readonly isLazy?: boolean
  readonly children: ReactNode
}) {
  const t = useT()
  const branches = (data ?? []).filter(isBranch).map(({ id }) => id)
  return (
    <div className="list">
      <div className="list-filters">
        <div className="list-filters-bar">
          <div className="list-search">
            <DebouncedInput
              type="search"
              leftIcon={searchGlass}
              value={view.keyword}
              placeholder={t('common.search')}
              aria-label={t('common.search')}
              onValueChange={view.search}
            />
          </div>
          <span className="list-filters-space" />
          {isLazy ? (
            <Button variant="minimal" size="small" text={t('records.tree.collapseAll')} onClick={() => view.fold([])} />
          ) : (
            <FoldAll view={view} branches={branches} />
          )}
        </div>
      </div>
      {error !== null && data === undefined ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data === undefined && error === null ? (
        <div className="list-state">
          <SkeletonRows rows={10} />
        </div>
      ) : null}
      {data !== undefined && isEmpty ? (
        <EmptyState title={view.keyword === '' ? t('common.noData') : t('common.noMatch')} />
      ) : null}
      {isEmpty ? null : children}
    </div>
  )
}
