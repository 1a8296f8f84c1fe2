import type { KeyboardEvent } from 'react'

/** What a key does in a form that is submitted on purpose only: by its button or Ctrl+Enter. */
export type FormKey = 'submit' | 'next' | 'none'

interface Pressed {
  readonly key: string
  readonly isWithControl: boolean
  readonly isComposing: boolean
  /** A control has taken the key already, e.g. to choose from its list. */
  readonly isTaken: boolean
  /** Name of the element with the focus, e.g. `INPUT`, and its type. */
  readonly element: string
  readonly type: string
}

/** In a one-line field Enter moves on; texts of several lines and buttons keep it. */
export function formKeyOf({ key, isWithControl, isComposing, isTaken, element, type }: Pressed): FormKey {
  if (key !== 'Enter' || isComposing || isTaken) return 'none'
  if (isWithControl) return 'submit'
  return element === 'INPUT' && !['submit', 'button', 'reset', 'image', 'file'].includes(type) ? 'next' : 'none'
}

const CONTROLS = 'input:not([type=hidden]), select, textarea'

/** Keys of such a form. */
export function handleFormKey(event: KeyboardEvent<HTMLFormElement>): void {
  const form = event.currentTarget
  const { target } = event
  if (!(target instanceof HTMLElement) || !form.contains(target)) return
  const action = formKeyOf({
    key: event.key,
    isWithControl: event.ctrlKey || event.metaKey,
    isComposing: event.nativeEvent.isComposing,
    isTaken: event.defaultPrevented,
    element: target.tagName,
    type: target instanceof HTMLInputElement ? target.type : '',
  })
  if (action === 'none') return
  event.preventDefault()
  if (action === 'submit') {
    form.requestSubmit()
    return
  }
  // An open list or calendar is left where it is.
  if (target.getAttribute('aria-expanded') === 'true') return
  const controls = [...form.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !control.matches(':disabled') && control.tabIndex >= 0 && control.offsetParent !== null,
  )
  const next = controls[controls.indexOf(target) + 1]
  ;(next ?? form.querySelector<HTMLElement>('button[type=submit]'))?.focus()
}
