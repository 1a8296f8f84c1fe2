/** The layout of this tab: the machine tied to the window and to browser storage. */
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { createActor } from 'xstate'
import {
  type Arrangement,
  arrangementOf,
  DEFAULT_LAYOUT,
  type LayoutActor,
  type LayoutChoice,
  layoutMachine,
} from '#machines/layout.ts'

const KEY = 'layout'

function keptChoice(): LayoutChoice {
  const kept = localStorage.getItem(KEY)
  if (kept === null) return DEFAULT_LAYOUT
  try {
    const { collapsed } = JSON.parse(kept) as Partial<LayoutChoice>
    return { ...DEFAULT_LAYOUT, collapsed: collapsed ?? DEFAULT_LAYOUT.collapsed }
  } catch (error) {
    if (error instanceof SyntaxError) return DEFAULT_LAYOUT
    throw error
  }
}

export const layout: LayoutActor = createActor(
  layoutMachine.provide({ actions: { keepChoice: (_, choice) => localStorage.setItem(KEY, JSON.stringify(choice)) } }),
  { input: { width: innerWidth, choice: keptChoice() } },
)

/** Follows the width of the window. */
export function startLayout(): void {
  layout.start()
  addEventListener('resize', () => layout.send({ type: 'RESIZED', width: innerWidth }))
}

/** What to draw now. */
export function useArrangement(): Arrangement {
  const moment = useSelector(layout, (it) => it)
  return useMemo(() => arrangementOf(moment), [moment])
}
