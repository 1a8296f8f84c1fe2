import { Button, PopupKind } from '@blueprintjs/core'
import { Menu, MenuItem, PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import type { PopupProps } from './Popup.tsx'

/** A popup that was asked for, open from the start. */
export default function OpenedPopup({ button, items, content, placement = 'bottom-end', fill = false }: PopupProps) {
  return (
    <PopoverNext
      defaultIsOpen
      fill={fill}
      placement={placement}
      arrow={false}
      animation="minimal"
      {...(items === undefined
        ? { popupKind: PopupKind.DIALOG }
        : { enforceFocus: false, shouldReturnFocusOnClose: false })}
      content={
        items === undefined ? (
          <>{content}</>
        ) : (
          <Menu>
            {items.map((item) => (
              <MenuItem key={item.text} text={item.text} intent={item.intent ?? 'none'} onClick={item.onClick} />
            ))}
          </Menu>
        )
      }
    >
      {/* It stands in the place of the button that was pressed, and has its focus to give and take back. */}
      <Button {...button} fill={fill} autoFocus />
    </PopoverNext>
  )
}
