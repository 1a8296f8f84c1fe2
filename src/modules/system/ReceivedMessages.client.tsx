import { Button, HTMLSelect, HTMLTable } from '@blueprintjs/core'
import { RefreshIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { told } from '#src/client/forms/told.ts'
import { api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useDictionary } from '#src/client/session/index.ts'
import { Chip, confirmDelete, DateText, DictionaryText, toast } from '#src/client/ui/index.ts'
import { MessageList, MessageSearch } from './MessageList.client.tsx'
import { MessageSheet } from './MessageSheet.client.tsx'
import { NOTICES, type Notice, useMessageList } from './message-calls.client.tsx'

/** What came (60.10). */
export function ReceivedMessages() {
  const t = useT()
  const client = useQueryClient()
  const types = useDictionary('contentType').filter((entry) => entry.value !== 'VERSION')
  const { value, change, page, limit } = useMessageList()
  const filter = { is_read: value('is_read'), contentType: value('contentType'), search: value('search') }
  const query = useQuery({
    queryKey: ['notice', 'received', filter, page, limit],
    queryFn: ({ signal }) =>
      api.list<Notice>(`${NOTICES}get_self_receive/`, { ...filter, page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['notice'] })
  const markAll = async (as: 'read' | 'unread'): Promise<void> => {
    await api.get(`${NOTICES}mark_all_${as}/`)
    await refresh()
  }
  const remove = async (notice: Notice): Promise<void> => {
    if (!(await confirmDelete(notice.title))) return
    await api.delete(`${NOTICES}${notice.id}/`, { id: notice.id }, { key: newKey() })
    await refresh()
    toast('success', t('common.removed'))
  }
  const shown = Number(value('id'))
  return (
    <div className="list">
      <search className="list-filters" aria-label={t('records.list.filters')}>
        <div className="list-filters-bar">
          <MessageSearch />
          <HTMLSelect
            aria-label={t('messages.read')}
            value={value('is_read')}
            onChange={(event) => change({ is_read: event.target.value })}
            options={[
              { value: '', label: `${t('messages.read')} · ${t('common.all')}` },
              { value: 'false', label: t('messages.isUnread') },
              { value: 'true', label: t('messages.isRead') },
            ]}
          />
          <HTMLSelect
            aria-label={t('messages.contentType')}
            value={value('contentType')}
            onChange={(event) => change({ contentType: event.target.value })}
            options={[
              { value: '', label: `${t('messages.contentType')} · ${t('common.all')}` },
              ...types.map((entry) => ({ value: String(entry.value), label: entry.label })),
            ]}
          />
          <span className="list-filters-space" />
          <Button variant="minimal" text={t('messages.readAll')} onClick={() => told(markAll('read'))} />
          <Button variant="minimal" text={t('messages.unreadAll')} onClick={() => told(markAll('unread'))} />
          <Button
            variant="minimal"
            icon={<RefreshIcon />}
            aria-label={t('common.refresh')}
            onClick={() => told(refresh())}
          />
        </div>
      </search>
      <MessageList
        query={query}
        empty={t('messages.empty')}
        isNarrowed={Object.values(filter).some((part) => part !== '')}
      >
        {(rows) => (
          <ScrollRegion className="list-scroll" label={t('messages.received')} isBusy={query.isFetching}>
            <HTMLTable className="list-table message-table" interactive>
              <thead>
                <tr>
                  <th scope="col">{t('messages.title')}</th>
                  <th scope="col">{t('messages.contentType')}</th>
                  <th scope="col">{t('messages.sender')}</th>
                  <th scope="col">{t('messages.at')}</th>
                  <th scope="col">{t('messages.read')}</th>
                  <th scope="col" className="list-actions">
                    {t('records.list.actions')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((notice) => (
                  <tr key={notice.id} className={notice.is_read ? '' : 'is-unread'}>
                    <td>
                      <button type="button" className="list-open" onClick={() => change({ id: String(notice.id) })}>
                        {notice.title}
                      </button>
                    </td>
                    <td>
                      <DictionaryText dictionary="contentType" value={notice.contentType} />
                    </td>
                    <td>{notice.senderName || t('messages.system')}</td>
                    <td>
                      <DateText value={notice.create_datetime} />
                    </td>
                    <td>
                      <Chip color={notice.is_read ? null : 'primary'}>
                        {t(notice.is_read ? 'messages.isRead' : 'messages.isUnread')}
                      </Chip>
                    </td>
                    <td className="list-actions">
                      <Button
                        variant="minimal"
                        size="small"
                        intent="danger"
                        text={t('common.remove')}
                        aria-label={t('records.list.removeRow', [notice.title])}
                        onClick={() => told(remove(notice))}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </ScrollRegion>
        )}
      </MessageList>
      {shown > 0 ? <MessageSheet id={shown} onClose={() => change({ id: '' })} /> : null}
    </div>
  )
}
