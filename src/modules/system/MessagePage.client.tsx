import '#src/client/records/records.css'
import './message.css'
import { Button, HTMLSelect, HTMLTable, Tab, Tabs } from '@blueprintjs/core'
import { EditIcon, RefreshIcon, SatelliteIcon, SearchIcon } from '@blueprintjs/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { DebouncedInput } from '#src/client/forms/DebouncedInput.tsx'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { told } from '#src/client/forms/told.ts'
import { api, newKey, type Page } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { Pagination } from '#src/client/records/Pagination.tsx'
import { Sheet } from '#src/client/records/Sheet.tsx'
import { useDictionary, useMay } from '#src/client/session/index.ts'
import {
  Chip,
  confirmDelete,
  confirmDialog,
  DateText,
  DictionaryText,
  EmptyState,
  FailedState,
  PageHeader,
  SkeletonRows,
  toast,
} from '#src/client/ui/index.ts'
import { ComposeDrawer } from './ComposeDrawer.client.tsx'
import { RichText } from './RichText.client.tsx'

const path = '/api/v1/sms/notice/'

interface Notice {
  readonly id: number
  readonly contentType: string
  readonly title: string
  readonly content: string
  readonly link: string | null
  readonly senderName: string
  readonly is_read: boolean
  readonly create_datetime: string
}
interface Sent {
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
function useList() {
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

/** 60.10: what came and what was sent. */
export function MessagePage() {
  const t = useT()
  const navigate = useNavigate()
  const maySend = useMay('message:Send')
  const { value, change } = useList()
  const [isWriting, setWriting] = useState(false)
  const tab = value('tab') === 'sent' && maySend ? 'sent' : 'received'
  return (
    <>
      <PageHeader
        title={t('pages./system/messageCenter')}
        actions={
          maySend ? (
            <>
              <Button
                icon={<SatelliteIcon />}
                text={t('messages.demo')}
                onClick={() => void navigate('/system/messageCenter/demo')}
              />
              <Button
                icon={<EditIcon />}
                intent="primary"
                text={t('messages.compose')}
                onClick={() => setWriting(true)}
              />
            </>
          ) : null
        }
      />
      {maySend ? (
        <Tabs
          id="messages"
          renderActiveTabPanelOnly
          selectedTabId={tab}
          onChange={(next) => change({ tab: next === 'sent' ? 'sent' : '', search: '', limit: '', id: '' })}
        >
          <Tab id="received" title={t('messages.received')} panel={<ReceivedList />} />
          <Tab id="sent" title={t('messages.sent')} panel={<SentList />} />
        </Tabs>
      ) : (
        <ReceivedList />
      )}
      {isWriting ? <ComposeDrawer onClose={() => setWriting(false)} /> : null}
    </>
  )
}

/** The rows or what stands in their place, and the pages. */
function ListBody<Row>({
  query,
  empty,
  isNarrowed,
  children,
}: {
  readonly query: { readonly data: Page<Row> | undefined; readonly error: unknown; readonly refetch: () => unknown }
  readonly empty: string
  readonly isNarrowed: boolean
  readonly children: (rows: readonly Row[]) => ReactNode
}) {
  const t = useT()
  const { page, limit, change } = useList()
  const { data, error } = query
  if (data === undefined)
    return (
      <div className="list-state">
        {error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <FailedState error={error} onRetry={() => void query.refetch()} />
        )}
      </div>
    )
  if (data.data.length === 0)
    return (
      <div className="list-state">
        <EmptyState title={isNarrowed ? t('common.noMatch') : empty} />
      </div>
    )
  return (
    <>
      {children(data.data)}
      <Pagination
        page={page}
        limit={limit}
        total={data.total}
        onChange={(next) => change({ page: String(next.page), limit: String(next.limit) })}
      />
    </>
  )
}

function SearchBox() {
  const t = useT()
  const { value, change } = useList()
  return (
    <div className="list-search">
      <DebouncedInput
        type="search"
        aria-label={t('common.search')}
        placeholder={t('common.search')}
        leftElement={<SearchIcon className="list-search-icon" aria-hidden />}
        maxLength={50}
        value={value('search')}
        onValueChange={(search) => change({ search })}
      />
    </div>
  )
}

function ReceivedList() {
  const t = useT()
  const client = useQueryClient()
  const types = useDictionary('contentType').filter((entry) => entry.value !== 'VERSION')
  const { value, change, page, limit } = useList()
  const filter = { is_read: value('is_read'), contentType: value('contentType'), search: value('search') }
  const query = useQuery({
    queryKey: ['notice', 'received', filter, page, limit],
    queryFn: ({ signal }) =>
      api.list<Notice>(`${path}get_self_receive/`, { ...filter, page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: ['notice'] })
  const markAll = async (as: 'read' | 'unread'): Promise<void> => {
    await api.get(`${path}mark_all_${as}/`)
    await refresh()
  }
  const remove = async (notice: Notice): Promise<void> => {
    if (!(await confirmDelete(notice.title))) return
    await api.delete(`${path}${notice.id}/`, { id: notice.id }, { key: newKey() })
    await refresh()
    toast('success', t('common.removed'))
  }
  const shown = Number(value('id'))
  return (
    <div className="list">
      <search className="list-filters" aria-label={t('records.list.filters')}>
        <div className="list-filters-bar">
          <SearchBox />
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
      <ListBody
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
      </ListBody>
      {shown > 0 ? <MessageSheet id={shown} onClose={() => change({ id: '' })} /> : null}
    </div>
  )
}

/** One message, read by being opened. */
function MessageSheet({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['notice', id],
    queryFn: async ({ signal }) => {
      const notice = await api.get<Notice>(`${path}${id}/`, { signal, quiet: true })
      void client.invalidateQueries({ queryKey: ['notice', 'received'] })
      void client.invalidateQueries({ queryKey: ['notice', 'unread'] })
      return notice
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Sheet isLight shape="drawer" title={data?.title ?? t('messages.content')} onClose={onClose}>
      {error !== null ? (
        <FailedState compact error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <>
          <p className="message-meta">
            <DictionaryText dictionary="contentType" value={data.contentType} /> ·{' '}
            {data.senderName || t('messages.system')} · <DateText value={data.create_datetime} precision="second" />
          </p>
          <RichText html={data.content} />
          {data.link === null ? null : (
            <p>
              <Link className="bp6-button bp6-intent-primary" to={data.link}>
                {t('messages.go')}
              </Link>
            </p>
          )}
        </>
      )}
    </Sheet>
  )
}

const stateColours = { waiting: 'info', sent: 'success', recalled: null } as const

function SentList() {
  const t = useT()
  const client = useQueryClient()
  const { value, change, page, limit } = useList()
  const search = value('search')
  const query = useQuery({
    queryKey: ['notice', 'sent', search, page, limit],
    queryFn: ({ signal }) => api.list<Sent>(`${path}get_self_send/`, { search, page, limit }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const recall = async (row: Sent): Promise<void> => {
    if (!(await confirmDialog({ text: t('messages.confirmRecall', [row.title]), intent: 'warning' }))) return
    const { recalled } = await api.post<{ recalled: number }>(`${path}${row.id}/recall/`, {}, { key: newKey() })
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
          <SearchBox />
        </div>
      </search>
      <ListBody query={query} empty={t('messages.emptySent')} isNarrowed={search !== ''}>
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
      </ListBody>
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
