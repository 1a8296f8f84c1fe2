import { Fragment, type ReactNode, useSyncExternalStore } from 'react'

interface Shown {
  readonly key: number
  readonly dialog: ReactNode
}

/** Dialogs that no page owns, in the order in which they came. */
let shown: readonly Shown[] = []
let shownSoFar = 0
const listeners = new Set<() => void>()

function show(next: readonly Shown[]): void {
  shown = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a dialog that no page owns until what it returns is called. */
export function showDialog(dialog: ReactNode): () => void {
  const key = ++shownSoFar
  show([...shown, { key, dialog }])
  return () => show(shown.filter((one) => one.key !== key))
}

/** Draws the dialogs that no page owns. In the tree of the pages: overlays of two trees know nothing of each other, and each takes the focus back from the other for ever. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(subscribe, () => shown)
  return dialogs.map(({ key, dialog }) => <Fragment key={key}>{dialog}</Fragment>)
}
