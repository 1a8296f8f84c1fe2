import type { LiveMessage } from '#machines/connection.ts'
import { t } from '#src/client/i18n/index.ts'
import { queries } from '#src/client/queries.ts'
import { toast } from '#src/client/ui/toast.ts'

/** Query keys of the bell. */
export const noticeKeys = { all: ['notice'], unread: ['notice', 'unread'], newest: ['notice', 'newest'] } as const

/** Where a notice leads; opened by the router, which this module must not know. */
let open: (link: string) => void = () => undefined
export function onNoticeLink(listener: (link: string) => void): void {
  open = listener
}

const textOf = (content: unknown, key: 'title' | 'link'): string | null => {
  if (typeof content === 'string') return key === 'title' && content !== '' ? content : null
  if (typeof content !== 'object' || content === null) return null
  const value = (content as Readonly<Record<string, unknown>>)[key]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Every message carries the unread count; one with a title is also shown. */
export function noticeArrived(message: LiveMessage): void {
  const { unread } = message
  if (unread !== undefined && unread !== queries.getQueryData(noticeKeys.unread)) {
    queries.setQueryData(noticeKeys.unread, unread)
    void queries.invalidateQueries({ queryKey: noticeKeys.newest })
  }
  const title = textOf(message.content, 'title')
  if (title === null) return
  const link = textOf(message.content, 'link')
  // Only a path of this site: a notice must not lead elsewhere.
  toast(
    'info',
    title,
    link?.startsWith('/') && !link.startsWith('//') ? { text: t('common.view'), onClick: () => open(link) } : undefined,
  )
}
