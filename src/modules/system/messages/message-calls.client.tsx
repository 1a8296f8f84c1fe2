import { useSearchParams } from 'react-router-dom'

export const NOTICES = '/api/v1/sms/notice/'

/** A message as its recipient gets it. */
export interface Notice {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly content: string
  readonly link: string | null
  readonly senderName: string
  readonly is_read: boolean
  /** The ticket it is about. */
  readonly ticket: number | null
  /** Messages of that ticket, and how many of them are unread. */
  readonly count: number
  readonly unread: number
  readonly create_datetime: string
}
/** A message as its sender sees it. */
export interface Sent {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly content: string
  readonly link: string | null
  readonly targetType: number
  readonly targets: readonly number[]
  readonly targetNames: readonly string[]
  readonly sentCount: number
  readonly readCount: number
  readonly state: 'waiting' | 'sent' | 'recalled'
  readonly mayRecall: boolean
  readonly send_datetime: string | null
  readonly create_datetime: string
}

/** The state of a tab in the address. */
export function useMessageList() {
  const [params, setParams] = useSearchParams()
  const change = (next: Readonly<Record<string, string>>): void =>
    setParams(
      (now) => {
        const copy = new URLSearchParams(now)
        if (!('page' in next) && !('id' in next)) copy.delete('page')
        for (const [name, value] of Object.entries(next)) {
          if (value === '') copy.delete(name)
          else copy.set(name, value)
        }
        return copy
      },
      { preventScrollReset: true },
    )
  const value = (name: string): string => params.get(name) ?? ''
  return { value, change, page: Math.max(1, Number(value('page')) || 1), limit: Number(value('limit')) || 20 }
}
