/** What the palette was opened for, from the first key on: of the input once it has the focus, of the window until then. */
export interface PaletteState {
  readonly isOpen: boolean
  /** How often it was opened; each opening begins anew. */
  readonly times: number
  readonly typed: string
  /** Enter was pressed before the answer to what is typed was there. */
  readonly isAwaited: boolean
}

export const atRest: PaletteState = { isOpen: false, times: 0, typed: '', isAwaited: false }

export const openPalette = ({ times }: PaletteState): PaletteState => ({ ...atRest, isOpen: true, times: times + 1 })
/** What was typed stands while it fades. */
export const closePalette = (palette: PaletteState): PaletteState => ({ ...palette, isOpen: false, isAwaited: false })
export const typing = (palette: PaletteState, typed: string): PaletteState => ({ ...palette, typed, isAwaited: false })

/** One key more, pressed while nothing has the focus that would take it. */
export function pressKey(palette: PaletteState, key: string): PaletteState {
  if (key === 'Escape') return closePalette(palette)
  if (key === 'Enter') return { ...palette, isAwaited: true }
  if (key === 'Backspace') return typing(palette, palette.typed.slice(0, -1))
  return key.length === 1 ? typing(palette, palette.typed + key) : palette
}
