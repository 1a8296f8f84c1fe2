import { createContext, useCallback, useContext, useEffect, useState } from 'react'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import type { VerifyFault } from '#src/define/workflows/workflows.ts'
import { settingPlaceOf, type TabName } from './model/quickFix.ts'
import type { Selection } from './selection.ts'

/** Which part of the designer is looked at, and the way from a fault to the setting that mends it. */
export interface QuickFix {
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
  readonly goToSetting: (fault: VerifyFault) => void
}

export const QuickFixContext = createContext<QuickFix | null>(null)

export function useQuickFix(): QuickFix {
  const quickFix = useContext(QuickFixContext)
  if (quickFix === null) throw new Error('used outside the designer')
  return quickFix
}

const SOUGHT_CLASS = 'is-called'

export function useQuickFixState(definition: WorkflowDefinition): QuickFix {
  const [tab, setTab] = useState<TabName>('flow')
  const [selected, setSelected] = useState<Selection>(null)
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<VerifyFault | null>(null)
  // A new list for each call, also to the same setting.
  const [sought, setSought] = useState<readonly string[]>([])
  useEffect(() => {
    if (sought.length === 0 || sought.some(focusSetting)) return
    // A drawer or a tab is drawn later: each change of the page is another chance.
    const changes = new MutationObserver(() => {
      if (sought.some(focusSetting)) changes.disconnect()
    })
    changes.observe(document.body, { childList: true, subtree: true })
    return () => changes.disconnect()
  }, [sought])
  const goToSetting = useCallback(
    (fault: VerifyFault): void => {
      const place = settingPlaceOf(definition, fault)
      setShown(fault)
      setTab(place.tab)
      if (place.selection !== null) {
        setSelected(place.selection)
        setOpen(true)
      }
      setSought([...place.spots])
    },
    [definition],
  )
  return { tab, setTab, selected, setSelected, isOpen, setOpen, shown, setShown, goToSetting }
}

/** Brings a setting into sight and gives it the focus; false while it is not there. */
function focusSetting(setting: string): boolean {
  const element = document.querySelector<HTMLElement>(`[data-spot="${CSS.escape(setting)}"]`)
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
  // The setting is marked until it is left.
  element.classList.add(SOUGHT_CLASS)
  control?.addEventListener('blur', () => element.classList.remove(SOUGHT_CLASS), { once: true })
  return true
}
