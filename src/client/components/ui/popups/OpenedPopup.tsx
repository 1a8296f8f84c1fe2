import { Button, PopupKind } from '@blueprintjs/core'
import { type KeyboardEvent, useRef } from 'react'
import { OpenPopover } from '#src/client/components/ui/popups/OpenPopover.tsx'
import { Menu, MenuItem } from '#src/client/components/ui/popups/popover.ts'
import type { PopupProps } from './Popup.tsx'

/** Where each key leads from an item, or from the button before all of them; null for keys that lead nowhere. */
function placeAfter(key: string, place: number, count: number): number | null {
  if (key === 'ArrowDown') return (place + 1) % count
  if (key === 'ArrowUp') return place <= 0 ? count - 1 : place - 1
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** A popup that is open from the start. The arrows go through a menu, also from its button. */
export default function OpenedPopup({ button, items, content, placement = 'bottom-end', fill = false }: PopupProps) {
  const menu = useRef<HTMLUListElement>(null)
  const itemsIn = (): readonly HTMLElement[] => [
    ...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
  ]
  const move = (event: KeyboardEvent<HTMLElement>): void => {
    // It closes the menu, from where the focus would go nowhere.
    if (event.key === 'Escape' && button.id !== undefined) document.getElementById(button.id)?.focus()
    const all = itemsIn()
    const next = placeAfter(event.key, all.indexOf(document.activeElement as HTMLElement), all.length)
    if (all.length === 0 || next === null) return
    event.preventDefault()
    // A row of a table has arrows of its own.
    event.stopPropagation()
    all[next]?.focus()
  }
  return (
    <OpenPopover
      fill={fill}
      placement={placement}
      arrow={false}
      animation="minimal"
      {...(items === undefined
        ? { popupKind: PopupKind.DIALOG }
        : {
            autoFocus: false,
            enforceFocus: false,
            shouldReturnFocusOnClose: false,
            // The focus may be in the menu already.
            onOpening: () =>
              menu.current?.contains(document.activeElement) || itemsIn()[0]?.focus({ preventScroll: true }),
          })}
      content={
        items === undefined ? (
          <>{content}</>
        ) : (
          <Menu ulRef={menu} onKeyDown={move}>
            {items.map((item) => (
              <MenuItem key={item.text} text={item.text} intent={item.intent ?? 'none'} onClick={item.onClick} />
            ))}
          </Menu>
        )
      }
    >
      {/* It stands in the place of the button that was pressed, and has its focus to give and take back. */}
      <Button {...button} fill={fill} autoFocus {...(items !== undefined && { onKeyDown: move })} />
    </OpenPopover>
  )
}
