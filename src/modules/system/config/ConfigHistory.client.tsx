import { Button, Tag } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  confirmDialog,
  DateText,
  EmptyState,
  FailedState,
  SkeletonRows,
  toast,
} from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { ConfigItem } from './config.types.ts'
import { CONFIG, useTitleOf } from './config-items.client.tsx'

interface Entry {
  readonly id: number
  readonly value: unknown
  readonly at: string
  readonly byName: string | null
}

/** Values an item had, each of which can come back (SYS-74). */
export function ConfigHistory({ item, onClose }: { readonly item: ConfigItem; readonly onClose: () => void }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const title = useTitleOf()(item)
  const { data, error, refetch } = useQuery({
    queryKey: ['config', 'history', item.id],
    queryFn: ({ signal }) => api.get(`${CONFIG}${item.id}/history/`, { signal, quiet: true }),
  })
  const restore = async (entry: Entry): Promise<void> => {
    if (!(await confirmDialog({ text: t('config.confirmRestore', [title]), confirmText: t('config.restore') }))) return
    const { proposed } = await api.post(
      `${CONFIG}${item.id}/restore/`,
      { version: item.version, history: entry.id },
      { key: newKey() },
    )
    await client.invalidateQueries({ queryKey: ['config'] })
    await client.invalidateQueries({ queryKey: ['proposal'] })
    toast('success', t(proposed > 0 ? 'proposals.proposed' : 'common.saved'))
    onClose()
  }
  return (
    <Sheet isLight shape="drawer" title={t('config.historyOf', [title])} onClose={onClose}>
      {data === undefined && error === null ? <SkeletonRows rows={5} /> : null}
      {error === null ? null : <FailedState compact error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 ? <EmptyState title={t('config.noHistory')} /> : null}
      {data === undefined || data.length === 0 ? null : (
        <DataTable
          className="config-history"
          look={{ striped: true }}
          rows={data}
          keyOf={({ id }) => id}
          columns={[
            { name: 'at', head: t('config.at'), cell: ({ at }) => <DateText value={at} /> },
            { name: 'by', head: t('config.by'), cell: ({ byName }) => byName ?? t('config.system') },
            {
              name: 'value',
              head: t('config.value'),
              cellClass: 'config-value',
              cell: ({ value }) => (item.secret ? t('config.hidden') : textOf(value)),
            },
            {
              name: ' actions',
              head: null,
              headLabel: t('common.more'),
              cell: (entry, index) =>
                index === 0 ? (
                  <Tag minimal round intent="success">
                    {t('config.current')}
                  </Tag>
                ) : may('config:Update') ? (
                  <Button size="small" text={t('config.restore')} onClick={() => ignoreApiError(restore(entry))} />
                ) : null,
            },
          ]}
        />
      )}
    </Sheet>
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
