import { toast } from '#src/client/components/ui/popups/toast.ts'
import { api, errorText } from '#src/client/platform/http/http.ts'
import { t } from '#src/client/platform/i18n/index.ts'

/** What the bell and its counter say when the notices cannot be had (specification §8). */
export const noticeFailure = (error: unknown): string => t('layout.noticesFailed', [errorText(error, t('http.failed'))])

/** How many notices are unread; a failure is told in the words of specification §8. */
export async function fetchUnread(signal: AbortSignal): Promise<number> {
  try {
    const query = { is_read: false, limit: 1 }
    return (await api.list('/api/v1/sms/notice/get_self_receive/', query, { signal, quiet: true })).total
  } catch (error) {
    if (!signal.aborted) toast('danger', noticeFailure(error))
    throw error
  }
}
