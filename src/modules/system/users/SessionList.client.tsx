import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { deviceOf } from '#src/client/components/ui/device.ts'
import { Chip, confirmDialog, DateText, May, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { PagedTable } from '#src/client/records/list/PagedTable.tsx'
import type { StandingSession } from '#src/define/answers/access.ts'

const path = '/api/system/session/'

/** Who is signed in, from where; Kick ends a session and its live connection at once. */
export function SessionList() {
  const t = useT()
  const client = useQueryClient()
  const word = (key: Under<'user.sessions'>): string => t(`user.sessions.${key}`)
  const kick = async (row: StandingSession): Promise<void> => {
    const text = t('user.sessions.confirmKick', [row.name])
    if (!(await confirmDialog({ text, intent: 'danger', confirmText: word('kick') }))) return
    await api.post(`${path}${row.id}/kick/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['session'] })
    toast('success', word('kicked'))
  }
  return (
    <PagedTable<StandingSession>
      title={t('user.tabs.sessions')}
      record="session"
      path={path}
      emptyText={word('empty')}
      columns={[
        { title: word('user'), render: (row) => `${row.name} (${row.username})` },
        { title: word('dept'), render: (row) => row.deptName },
        { title: word('ip'), render: (row) => row.ip },
        { title: word('agent'), render: (row) => <span title={row.agent}>{deviceOf(row.agent)}</span> },
        { title: word('loginAt'), render: (row) => <DateText value={row.createdAt} /> },
        { title: word('lastSeen'), render: (row) => <DateText value={row.lastSeenAt} /> },
        {
          title: word('line'),
          render: (row) => (
            <Chip color={row.isOnline ? 'success' : null}>{word(row.isOnline ? 'online' : 'offline')}</Chip>
          ),
        },
      ]}
      actionsOf={(row) =>
        row.isOwn ? (
          <Chip color="info">{word('own')}</Chip>
        ) : (
          <May need="session:Kick">
            <Button
              variant="minimal"
              size="small"
              intent="danger"
              text={word('kick')}
              aria-label={`${word('kick')}: ${row.name}`}
              onClick={() => ignoreApiError(kick(row))}
            />
          </May>
        )
      }
    />
  )
}
