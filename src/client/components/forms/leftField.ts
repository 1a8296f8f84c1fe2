import type { FocusEvent } from 'react'

/** Path of the field that the focus leaves; null while it stays in the field, or goes to the button that sends the form. */
export function leftField({ target, relatedTarget }: FocusEvent<HTMLFormElement>, prefix: string): string | null {
  const cell = target.closest<HTMLElement>('[data-field]')
  if (cell === null || (relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit')) return null
  // A cell of a sub-table is a field of its own.
  if (target.id.startsWith(`${prefix}${cell.dataset.field}.`)) return target.id.slice(prefix.length)
  return relatedTarget instanceof Element && cell.contains(relatedTarget) ? null : (cell.dataset.field ?? null)
}
