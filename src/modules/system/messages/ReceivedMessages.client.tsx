import { Button, SegmentedControl } from '@blueprintjs/core'
import { RefreshIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, confirmDelete, DateText, NoValue, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import type { Notice } from '#src/define/answers/notices.ts'
import { MessageList, MessageSearch } from './MessageList.client.tsx'
import { MessageSheet } from './MessageSheet.client.tsx'
import { NOTICES, useMessageList } from './message-calls.client.tsx'

/** What came (60.10). */
export function ReceivedMessages() {
  const t = useT()
  const client = useQueryClient()
  const types = useDictionary('contentType').filter((entry) => entry.value !== 'VERSION')
  const { value, change, page, limit } = useMessageList()
  const isToAct = value('show') === 'toAct'
  const filter = {
    is_read: value('is_read'),
    contentType: value('contentType'),
    search: value('search'),
    ...(isToAct && { to_act: 'true' }),
  }
  const query = useQuery({
    queryKey: ['notice', 'received', filter, page, limit],
    queryFn: ({ signal }) =>
      api.list(`${NOTICES}get_self_receive/`, { ...filter, grouped: true, page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['notice'] })
  const markAll = async (as: 'read' | 'unread'): Promise<void> => {
    await api.get(`${NOTICES}mark_all_${as}/`)
    await refresh()
  }
  const remove = async (notice: Notice): Promise<void> => {
    const { ticket, count } = notice
    const whole = ticket !== null && count > 1
    if (!(await confirmDelete(whole ? `${notice.title} (${t('messages.count', [count])})` : notice.title))) return
    await api.delete(whole ? `${NOTICES}ticket/${ticket}/` : `${NOTICES}${notice.id}/`, {}, { key: newKey() })
    await refresh()
    toast('success', t('common.removed'))
  }
  const shown = Number(value('id'))
  return (
    <div className="list">
      <search className="list-filters" aria-label={t('records.list.filters')}>
        <div className="list-filters-bar">
          <SegmentedControl
            size="small"
            aria-label={t('messages.show')}
            options={[
              { value: '', label: t('common.all') },
              { value: 'toAct', label: t('messages.toAct') },
            ]}
            value={isToAct ? 'toAct' : ''}
            onValueChange={(show) => change({ show })}
          />
          <MessageSearch />
          <SelectBox
            aria-label={t('messages.read')}
            value={value('is_read')}
            onChange={(event) => change({ is_read: event.target.value })}
            options={[
              { value: '', label: `${t('messages.read')} · ${t('common.all')}` },
              { value: 'false', label: t('messages.isUnread') },
              { value: 'true', label: t('messages.isRead') },
            ]}
          />
          <SelectBox
            aria-label={t('messages.contentType')}
            value={value('contentType')}
            onChange={(event) => change({ contentType: event.target.value })}
            options={[
              { value: '', label: `${t('messages.contentType')} · ${t('common.all')}` },
              ...types.map((entry) => ({ value: String(entry.value), label: entry.label })),
            ]}
          />
          <span className="list-filters-space" />
          <Button variant="minimal" text={t('messages.readAll')} onClick={() => ignoreApiError(markAll('read'))} />
          <Button variant="minimal" text={t('messages.unreadAll')} onClick={() => ignoreApiError(markAll('unread'))} />
          <Button
            variant="minimal"
            icon={<RefreshIcon />}
            aria-label={t('common.refresh')}
            onClick={() => ignoreApiError(refresh())}
          />
        </div>
      </search>
      <MessageList
        query={query}
        label={t('messages.received')}
        empty={t('messages.empty')}
        isNarrowed={Object.values(filter).some((part) => part !== '')}
        isNew={(notice) => notice.unread > 0}
        columns={[
          { key: 'sender', head: t('messages.sender'), cell: (notice) => notice.senderName || t('messages.system') },
          { key: 'at', head: t('messages.at'), cell: (notice) => <DateText value={notice.create_datetime} /> },
          {
            key: 'read',
            head: t('messages.read'),
            cell: (notice) => (
              <Chip color={notice.unread > 0 ? 'primary' : null}>
                {t(notice.unread > 0 ? 'messages.isUnread' : 'messages.isRead')}
              </Chip>
            ),
          },
          {
            key: 'count',
            head: t('messages.ofTicket'),
            cell: (notice) =>
              notice.ticket === null || notice.count < 2 ? <NoValue /> : t('messages.count', [notice.count]),
          },
        ]}
        actions={(notice) => (
          <Button
            variant="minimal"
            size="small"
            intent="danger"
            text={t('common.remove')}
            aria-label={t('records.list.removeRow', [notice.title])}
            onClick={() => ignoreApiError(remove(notice))}
          />
        )}
      />
      {shown > 0 ? <MessageSheet id={shown} onClose={() => change({ id: '' })} /> : null}
    </div>
  )
}
