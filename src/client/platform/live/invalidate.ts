import type { LiveMessage } from '#machines/connection/connection.ts'

/** A change somewhere: which record, and which row of it; null when many. */
export interface Change {
  readonly record: string
  readonly id: number | null
}

/** The change a live message tells of; null for other messages. */
export function changeOf(message: LiveMessage): Change | null {
  if (message.contentType !== 'RECORD' && message.contentType !== 'TICKET') return null
  const { content } = message
  if (typeof content !== 'object' || content === null || !('record' in content) || typeof content.record !== 'string')
    return null
  return { record: content.record, id: 'id' in content && typeof content.id === 'number' ? content.id : null }
}

/** The one rule: a change touches everything under `[record]` except the details of other rows, which stand under `[record, id]`. */
export function isTouched(key: readonly unknown[], changes: readonly Change[]): boolean {
  return changes.some(
    ({ record, id }) => key[0] === record && (id === null || typeof key[1] !== 'number' || key[1] === id),
  )
}
