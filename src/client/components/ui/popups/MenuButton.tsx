import { MoreIcon } from '@blueprintjs/icons'
import { useId } from 'react'
import { type Item, Popup } from './Popup.tsx'

interface Props {
  /** What the button is called, as it shows only dots. */
  readonly label: string
  readonly items: readonly Item[]
  readonly size?: 'small' | 'medium'
  readonly placement?: 'bottom-end' | 'top-end'
}

/** Further actions behind three dots. The focus goes back to the button before an action begins: what opens may then take it and return it, and nothing takes it away when the menu has faded out. */
export function MenuButton({ label, items, size = 'small', placement = 'bottom-end' }: Props) {
  const id = useId()
  const start = (item: Item): void => {
    document.getElementById(id)?.focus()
    item.onClick()
  }
  return (
    <Popup
      button={{ id, variant: 'minimal', size, icon: <MoreIcon />, 'aria-label': label, title: label }}
      placement={placement}
      items={items.map((item) => ({ ...item, onClick: () => start(item) }))}
    />
  )
}
