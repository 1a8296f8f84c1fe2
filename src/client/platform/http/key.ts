import { useCallback, useState } from 'react'

/** A random version 4 UUID; `crypto.randomUUID` does not exist on plain-http intranet hosts. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte).toString(16).padStart(2, '0'),
  ).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The idempotency key of one form: stays over retries of the same form, `renew` after it was accepted or changed (FORM-STD). */
export function useIdempotencyKey(): { readonly key: string; readonly renew: () => void } {
  const [key, setKey] = useState(newKey)
  const renew = useCallback(() => setKey(newKey()), [])
  return { key, renew }
}
