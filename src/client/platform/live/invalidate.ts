import type { LiveMessage } from '#machines/connection/connection.ts'

/** A change somewhere: which record, and which row of it; null when many. */
export interface Change {
  readonly record: string
  readonly id: number | null
}

/** The change a live message tells of; null for other messages. */
export function changeOf(message: LiveMessage): Change | null {
  const { contentType, content, record, id = null, ticketId = null } = message
  if (contentType === 'RECORD' && record !== undefined) return { record, id }
  return contentType === 'TICKET' && content === '' ? { record: 'ticket', id: ticketId } : null
}

/** The one rule: a change touches everything under `[record]` except the details of other rows, which stand under `[record, id]`. */
export function isTouched(key: readonly unknown[], changes: readonly Change[]): boolean {
  return changes.some(
    ({ record, id }) => key[0] === record && (id === null || typeof key[1] !== 'number' || key[1] === id),
  )
}
