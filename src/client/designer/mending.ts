import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import type { WorkflowDefinition } from '#machines/ticket/definition.ts'
import type { VerifyFault } from '#src/define/workflows.ts'
import { mendingPlace, type TabName } from './model/mending.ts'
import type { Selection } from './selection.ts'

/** Which part of the designer is looked at, and the way from a fault to the setting that mends it. */
export interface MendingDesk {
  readonly tab: TabName
  readonly setTab: (tab: TabName) => void
  readonly selected: Selection
  readonly setSelected: (selection: Selection) => void
  /** Whether the settings stand open where they lie in front of the canvas. */
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** The fault whose path is drawn. */
  readonly shown: VerifyFault | null
  readonly setShown: (fault: VerifyFault | null) => void
  /** Draws the path of a fault and goes to the setting that mends it. */
  readonly mend: (fault: VerifyFault) => void
}

export const MendingContext = createContext<MendingDesk | null>(null)

export function useMending(): MendingDesk {
  const desk = useContext(MendingContext)
  if (desk === null) throw new Error('used outside the designer')
  return desk
}

/** Pictures within which a drawer has come to stand where it is drawn. */
const PATIENCE = 30
const CALLED = 'is-called'

export function useMendingDesk(definition: WorkflowDefinition): MendingDesk {
  const [tab, setTab] = useState<TabName>('flow')
  const [selected, setSelected] = useState<Selection>(null)
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<VerifyFault | null>(null)
  // A new list for each call, also to the same setting.
  const [called, setCalled] = useState<readonly string[]>([])
  useEffect(() => {
    if (called.length === 0) return
    let frame = 0
    let left = PATIENCE
    const look = (): void => {
      left--
      if (!called.some(callTo) && left > 0) frame = requestAnimationFrame(look)
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [called])
  const mend = useCallback(
    (fault: VerifyFault): void => {
      const place = mendingPlace(definition, fault)
      setShown(fault)
      setTab(place.tab)
      if (place.selection !== null) {
        setSelected(place.selection)
        setOpen(true)
      }
      setCalled([...place.spots])
    },
    [definition],
  )
  return { tab, setTab, selected, setSelected, isOpen, setOpen, shown, setShown, mend }
}

/** Brings a setting into sight and gives it the focus; false while it is not there. */
function callTo(spot: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`)
  if (element === null) return false
  for (let fold = element.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true
  const inside = (what: string): HTMLElement | null => element.querySelector<HTMLElement>(what)
  // In a choice it is what is chosen now.
  const control = element.matches('input, select')
    ? element
    : (inside('input:checked') ?? inside('input, select, button'))
  control?.focus({ preventScroll: true })
  control?.scrollIntoView({ block: 'center' })
  // The whole setting is marked until it is left.
  const marked = element.closest<HTMLElement>('.bp6-html-select, .bp6-input-group') ?? element
  marked.classList.add(CALLED)
  control?.addEventListener('blur', () => marked.classList.remove(CALLED), { once: true })
  return true
}
