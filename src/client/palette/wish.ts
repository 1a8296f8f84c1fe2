/** What the palette was opened for, from the first key on: of the input once it has the focus, of the window until then. */
export interface Wish {
  readonly isOpen: boolean
  /** How often it was opened; each opening begins anew. */
  readonly times: number
  readonly typed: string
  /** Enter was pressed before the answer to what is typed was there. */
  readonly isAwaited: boolean
}

export const atRest: Wish = { isOpen: false, times: 0, typed: '', isAwaited: false }

export const opened = ({ times }: Wish): Wish => ({ ...atRest, isOpen: true, times: times + 1 })
/** What was typed stands while it fades. */
export const closed = (wish: Wish): Wish => ({ ...wish, isOpen: false, isAwaited: false })
export const typing = (wish: Wish, typed: string): Wish => ({ ...wish, typed, isAwaited: false })

/** One key more, pressed while nothing has the focus that would take it. */
export function pressed(wish: Wish, key: string): Wish {
  if (key === 'Escape') return closed(wish)
  if (key === 'Enter') return { ...wish, isAwaited: true }
  if (key === 'Backspace') return typing(wish, wish.typed.slice(0, -1))
  return key.length === 1 ? typing(wish, wish.typed + key) : wish
}
