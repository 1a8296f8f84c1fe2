import { Button, HTMLTable } from '@blueprintjs/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { told } from '#src/client/forms/told.ts'
import { api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Sheet } from '#src/client/records/Sheet.tsx'
import { Chip, confirmDialog, DateText, DictionaryText, toast } from '#src/client/ui/index.ts'
import { MessageList, MessageSearch } from './MessageList.client.tsx'
import { NOTICES, type Sent, useMessageList } from './message-calls.client.tsx'
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
    queryFn: ({ signal }) =>
      api.list<Sent>(`${NOTICES}get_self_send/`, { search, page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const recall = async (row: Sent): Promise<void> => {
    if (!(await confirmDialog({ text: t('messages.confirmRecall', [row.title]), intent: 'warning' }))) return
    const { recalled } = await api.post<{ recalled: number }>(`${NOTICES}${row.id}/recall/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['notice'] })
    toast('success', t('messages.recalledFrom', [recalled]))
  }
  const targetOf = ({ targetType, targets, targetNames }: Sent): string =>
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
      <MessageList query={query} empty={t('messages.emptySent')} isNarrowed={search !== ''}>
        {(rows) => (
          <ScrollRegion className="list-scroll" label={t('messages.sent')} isBusy={query.isFetching}>
            <HTMLTable className="list-table message-table" interactive>
              <thead>
                <tr>
                  <th scope="col">{t('messages.title')}</th>
                  <th scope="col">{t('messages.contentType')}</th>
                  <th scope="col">{t('messages.target')}</th>
                  <th scope="col" className="is-right">
                    {t('messages.counts')}
                  </th>
                  <th scope="col">{t('messages.at')}</th>
                  <th scope="col">{t('messages.state')}</th>
                  <th scope="col" className="list-actions">
                    {t('records.list.actions')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <td>
                      <button type="button" className="list-open" onClick={() => change({ id: String(row.id) })}>
                        {row.title}
                      </button>
                    </td>
                    <td>
                      <DictionaryText dictionary="contentType" value={row.contentType} />
                    </td>
                    <td className="message-target">{targetOf(row)}</td>
                    <td className="is-right">
                      {row.readCount} / {row.sentCount}
                    </td>
                    <td>
                      <DateText value={row.create_datetime} />
                    </td>
                    <td>
                      <Chip color={stateColours[row.state]}>
                        {row.state === 'waiting'
                          ? t('messages.plannedFor', [row.send_datetime?.slice(0, 16) ?? ''])
                          : t(row.state === 'sent' ? 'messages.sentState' : 'messages.recalled')}
                      </Chip>
                    </td>
                    <td className="list-actions">
                      {row.mayRecall ? (
                        <Button
                          variant="minimal"
                          size="small"
                          intent="warning"
                          text={t('messages.recall')}
                          onClick={() => told(recall(row))}
                        />
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </HTMLTable>
          </ScrollRegion>
        )}
      </MessageList>
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
