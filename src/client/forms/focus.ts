/** Focuses and shows the control of a path; of a group of controls the first one, also where a control of the group is not drawn. */
export function focusProblem(prefix: string, path: string | null): void {
  const element = document.getElementById(`${prefix}${path ?? ''}`)
  if (element === null) {
    if (path?.includes('.')) focusProblem(prefix, path.slice(0, path.lastIndexOf('.')))
    return
  }
  element.scrollIntoView({ block: 'center' })
  const inner = element.matches('input, select, textarea, button')
    ? element
    : element.querySelector<HTMLElement>('input, select, textarea, button')
  ;(inner ?? element).focus({ preventScroll: true })
}
