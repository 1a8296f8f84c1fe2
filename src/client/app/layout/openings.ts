/** What the bar opens but does not hold itself, since it is loaded only when asked for. */
type Opening = 'search' | 'customizer'

const target = new EventTarget()

export function open(what: Opening): void {
  target.dispatchEvent(new Event(what))
}

/** Hears every wish to open it; the answer ends that. */
export function onOpen(what: Opening, listener: () => void): () => void {
  target.addEventListener(what, listener)
  return () => target.removeEventListener(what, listener)
}
