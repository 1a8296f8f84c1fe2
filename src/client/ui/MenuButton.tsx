import { Button, type Intent, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { MoreIcon } from '@blueprintjs/icons'
import { useId } from 'react'

/** A deed behind the dots. */
export interface Item {
  readonly text: string
  readonly intent?: Intent
  readonly onClick: () => void
}

interface Props {
  /** What the button is called, as it shows only dots. */
  readonly label: string
  readonly items: readonly Item[]
  readonly size?: 'small' | 'medium'
  readonly placement?: 'bottom-end' | 'top-end'
}

/** Further deeds behind three dots. The focus goes back to the button before a deed begins: what opens may then take it and return it, and nothing takes it away when the menu has faded out. */
export function MenuButton({ label, items, size = 'small', placement = 'bottom-end' }: Props) {
  const id = useId()
  const start = (item: Item): void => {
    document.getElementById(id)?.focus()
    item.onClick()
  }
  return (
    <PopoverNext
      placement={placement}
      arrow={false}
      animation="minimal"
      enforceFocus={false}
      shouldReturnFocusOnClose={false}
      content={
        <Menu>
          {items.map((item) => (
            <MenuItem key={item.text} text={item.text} intent={item.intent ?? 'none'} onClick={() => start(item)} />
          ))}
        </Menu>
      }
    >
      <Button id={id} variant="minimal" size={size} icon={<MoreIcon />} aria-label={label} title={label} />
    </PopoverNext>
  )
}
