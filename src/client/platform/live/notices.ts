import type { LiveMessage } from '#machines/connection/connection.ts'
import { type ToastKind, toast } from '#src/client/components/ui/popups/toast.ts'
import { currentLanguage, t } from '#src/client/platform/i18n/index.ts'
import { queries } from '#src/client/platform/queries.ts'
import { entriesOf, entryOf } from '#src/client/platform/session/dictionary.ts'
import { session } from '#src/client/platform/session/index.ts'

/** Query keys of the bell. */
export const noticeKeys = { all: ['notice'], unread: ['notice', 'unread'], newest: ['notice', 'newest'] } as const

/** Where a notice leads; opened by the router, which this module must not know. */
let open: (link: string) => void = () => undefined
export function onNoticeLink(listener: (link: string) => void): void {
  open = listener
}

/** How each content type is shown; reminders ask for something, the others tell. */
const kinds: Readonly<Record<string, ToastKind>> = {
  SYSTEM: 'info',
  TICKET: 'info',
  ARTICLE: 'info',
  REMIND: 'warning',
}

/** What the dictionary calls a content type. */
function topicOf(contentType: string): string | undefined {
  const { startUp } = session.getSnapshot().context
  return entryOf(entriesOf(startUp?.dictionaries ?? [], 'contentType', currentLanguage()), contentType)?.label
}

/** Every message carries the unread count; one with a text is also shown, under the name of its content type. */
export function noticeArrived(message: LiveMessage): void {
  const { unread } = message
  if (unread !== undefined && unread !== queries.getQueryData(noticeKeys.unread)) {
    queries.setQueryData(noticeKeys.unread, unread)
    void queries.invalidateQueries({ queryKey: noticeKeys.newest })
  }
  const { content, link = '' } = message
  if (content === '') return
  // Only a path of this site: a notice must not lead elsewhere.
  const isOwn = link.startsWith('/') && !/^\/[/\\]/.test(link)
  const topic = topicOf(message.contentType)
  toast(kinds[message.contentType] ?? 'info', content, {
    ...(isOwn ? { action: { text: t('common.view'), onClick: () => open(link) } } : {}),
    ...(topic === undefined ? {} : { topic }),
  })
}
