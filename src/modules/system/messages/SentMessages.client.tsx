import { Button } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, confirmDialog, DateText, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { SentNotice } from '#src/define/answers/notices.ts'
import { MessageList, MessageSearch } from './MessageList.client.tsx'
import { NOTICES, useMessageList } from './message-calls.client.tsx'
import { RichText } from './RichText.client.tsx'

const stateColours = { waiting: 'info', sent: 'success', recalled: null } as const

/** What was sent, how many read it, and taking it back (60.10). */
export function SentMessages() {
  const t = useT()
  const client = useQueryClient()
  const { value, change, page, limit } = useMessageList()
  const search = value('search')
  const query = useQuery({
    queryKey: ['notice', 'sent', search, page, limit],
    queryFn: ({ signal }) => api.list(`${NOTICES}get_self_send/`, { search, page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const recall = async (row: SentNotice): Promise<void> => {
    if (!(await confirmDialog({ text: t('messages.confirmRecall', [row.title]), intent: 'warning' }))) return
    const { recalled } = await api.post(`${NOTICES}${row.id}/recall/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['notice'] })
    toast('success', t('messages.recalledFrom', [recalled]))
  }
  const targetOf = ({ targetType, targets, targetNames }: SentNotice): string =>
    targetType === 0
      ? t('messages.all')
      : targetNames.join(t('common.listSeparator')) +
        (targets.length > targetNames.length ? ` ${t('messages.more')}` : '')
  const shown = query.data?.data.find((row) => row.id === Number(value('id')))
  return (
    <div className="list">
      <search className="list-filters" aria-label={t('records.list.filters')}>
        <div className="list-filters-bar">
          <MessageSearch />
        </div>
      </search>
      <MessageList
        query={query}
        label={t('messages.sent')}
        empty={t('messages.emptySent')}
        isNarrowed={search !== ''}
        columns={[
          { key: 'target', head: t('messages.target'), className: 'message-target', cell: targetOf },
          {
            key: 'counts',
            head: t('messages.counts'),
            isRight: true,
            cell: (row) => `${row.readCount} / ${row.sentCount}`,
          },
          { key: 'at', head: t('messages.at'), cell: (row) => <DateText value={row.create_datetime} /> },
          {
            key: 'state',
            head: t('messages.state'),
            cell: (row) => (
              <Chip color={stateColours[row.state]}>
                {row.state === 'waiting'
                  ? t('messages.plannedFor', [row.send_datetime?.slice(0, 16) ?? ''])
                  : t(row.state === 'sent' ? 'messages.sentState' : 'messages.recalled')}
              </Chip>
            ),
          },
        ]}
        actions={(row) =>
          row.mayRecall ? (
            <Button
              variant="minimal"
              size="small"
              intent="warning"
              text={t('messages.recall')}
              onClick={() => ignoreApiError(recall(row))}
            />
          ) : null
        }
      />
      {shown === undefined ? null : (
        <Sheet isLight shape="drawer" title={shown.title} onClose={() => change({ id: '' })}>
          <p className="message-meta">
            {targetOf(shown)} · {shown.readCount} / {shown.sentCount}
          </p>
          <RichText html={shown.content} />
        </Sheet>
      )}
    </div>
  )
}
