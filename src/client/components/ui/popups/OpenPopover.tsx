import { type ComponentProps, useState } from 'react'
import { PopoverNext } from './popover.ts'

/** A popover that is open when it is first drawn. Blueprint's `defaultIsOpen` opens again by itself whenever a kept page is shown again. */
export function OpenPopover(
  props: Omit<ComponentProps<typeof PopoverNext>, 'isOpen' | 'defaultIsOpen' | 'onInteraction'>,
) {
  const [isOpen, setOpen] = useState(true)
  return <PopoverNext {...props} isOpen={isOpen} onInteraction={setOpen} />
}
