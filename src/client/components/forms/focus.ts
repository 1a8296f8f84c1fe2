import { REFUSAL } from './form.ts'

/** Focuses and shows the control of a path, without one what stands beside the button; of a group of controls the first one, also where a control of the group is not drawn. */
export function focusProblem(prefix: string, path: string | null): void {
  const element = document.getElementById(`${prefix}${path ?? REFUSAL}`)
  if (element === null) {
    if (path === null) return
    // A field that is not drawn as a control is named beside the button.
    focusProblem(prefix, path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : null)
    return
  }
  element.scrollIntoView({ block: 'center' })
  const inner =
    path === null || element.matches('input, select, textarea, button')
      ? element
      : element.querySelector<HTMLElement>('input, select, textarea, button')
  // What is only read takes the focus for this once, so that it is read out.
  if (inner === null) element.tabIndex = -1
  ;(inner ?? element).focus({ preventScroll: true })
}
