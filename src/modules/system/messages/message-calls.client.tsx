import { useSearchParams } from 'react-router-dom'

export const NOTICES = '/api/v1/sms/notice/'

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
