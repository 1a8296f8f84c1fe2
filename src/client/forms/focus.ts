/** Focuses and shows the control of a path; of a group of controls the first one. */
export function focusProblem(prefix: string, path: string | null): void {
  const element = document.getElementById(`${prefix}${path ?? ''}`)
  if (element === null) return
  element.scrollIntoView({ block: 'center' })
  const inner = element.matches('input, select, textarea, button')
    ? element
    : element.querySelector<HTMLElement>('input, select, textarea, button')
  ;(inner ?? element).focus({ preventScroll: true })
}
