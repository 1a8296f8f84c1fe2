import './pageTabs.css'
import { Tabs, type TabsProps } from '@blueprintjs/core'
import { useEffect, useRef } from 'react'

type PageTabsProps = Omit<TabsProps, 'animate' | 'renderActiveTabPanelOnly'>

/** Scrolls the row of tabs, and nothing else, until the chosen one is in sight. */
function showChosen(row: Element): void {
  const chosen = row.querySelector('[aria-selected=true]')?.getBoundingClientRect()
  if (chosen === undefined) return
  const { left, right } = row.getBoundingClientRect()
  if (chosen.left < left) row.scrollLeft += chosen.left - left
  else if (chosen.right > right) row.scrollLeft += chosen.right - right
}

/** Tabs of which only the chosen panel is drawn. The chosen tab stays in sight, since on a phone the row is longer than the screen. */
export function PageTabs({ selectedTabId, ...rest }: PageTabsProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const row = root.current?.querySelector('[role=tablist]')
    if (selectedTabId === undefined || !row) return
    // Tabs grow when their badges come.
    const observer = new ResizeObserver(() => showChosen(row))
    for (const tab of row.querySelectorAll('[role=tab]')) observer.observe(tab)
    return () => observer.disconnect()
  }, [selectedTabId])
  return (
    <div ref={root} className="page-tabs">
      <Tabs animate={false} renderActiveTabPanelOnly selectedTabId={selectedTabId} {...rest} />
    </div>
  )
}
