import { Button } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { DateText, NoValue, toast } from '#src/client/components/ui/index.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { PagedTable } from '#src/client/records/list/PagedTable.tsx'
import { longText, text } from '#src/fields/field.ts'
import { type RequestState, RequestStateChip, RequestStateFilter } from './RequestState.client.tsx'

interface Registration {
  readonly id: number
  readonly name: string
  readonly empNo: string
  readonly deptName: string
  readonly mobile: string
  readonly email: string
  readonly state: RequestState
  readonly reason: string
  readonly username: string | null
  readonly createdAt: string
  readonly decidedByName: string | null
  readonly decidedAt: string | null
}

const path = '/api/system/user/registration/'
const acceptFields = { username: text(32, { required: true, min: 4, pattern: 'username' as const }) }
const refuseFields = { reason: longText(5, 200, { required: true }) }

/** People who asked for an account (REG-01 to REG-03). */
export function RegistrationList() {
  const t = useT()
  const [state, setState] = useState('pending')
  const [open, setOpen] = useState<{ readonly action: 'accept' | 'refuse'; readonly row: Registration } | null>(null)
  const filter = useMemo((): Readonly<Record<string, string>> => (state === '' ? {} : { state }), [state])
  const word = (key: Under<'user.requests'>): string => t(`user.requests.${key}`)
  const initial = useMemo(
    () => (open?.action === 'accept' ? { username: open.row.empNo.toLowerCase() } : { reason: null }),
    [open],
  )
  return (
    <>
      <PagedTable<Registration>
        title={t('user.tabs.registrations')}
        record="user"
        path={path}
        filter={filter}
        emptyText={word('empty')}
        filters={<RequestStateFilter states={['pending', 'accepted', 'refused']} value={state} onChange={setState} />}
        columns={[
          { title: word('name'), render: (row) => row.name },
          { title: word('empNo'), render: (row) => row.empNo },
          { title: word('dept'), render: (row) => row.deptName },
          { title: word('mobile'), render: (row) => row.mobile },
          { title: word('email'), render: (row) => (row.email === '' ? <NoValue /> : row.email) },
          { title: word('askedAt'), render: (row) => <DateText value={row.createdAt} /> },
          { title: word('state'), render: (row) => <RequestStateChip state={row.state} /> },
          { title: word('decided'), render: (row) => <Decision row={row} /> },
        ]}
        actionsOf={(row) =>
          row.state !== 'pending' ? null : (
            <span className="row-buttons">
              <Button
                variant="minimal"
                size="small"
                intent="primary"
                text={word('accept')}
                onClick={() => setOpen({ action: 'accept', row })}
              />
              <Button
                variant="minimal"
                size="small"
                intent="danger"
                text={word('refuse')}
                onClick={() => setOpen({ action: 'refuse', row })}
              />
            </span>
          )
        }
      />
      {open === null ? null : (
        <PostForm<{ username?: string } | null>
          title={t(`user.requests.${open.action}Title`, [open.row.name])}
          path={`${path}${open.row.id}/${open.action}/`}
          record="user"
          fields={open.action === 'accept' ? acceptFields : refuseFields}
          initial={initial}
          labels={(name) => word(name === 'username' ? 'username' : 'reason')}
          submitText={word(open.action)}
          intent={open.action === 'accept' ? 'primary' : 'danger'}
          onDone={(answer) =>
            toast(
              'success',
              open.action === 'accept' ? t('user.requests.accepted', [answer?.username ?? '']) : word('refused'),
            )
          }
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** Who decided when, and why not. */
function Decision({ row }: { readonly row: Registration }) {
  const t = useT()
  if (row.decidedAt === null) return <NoValue />
  const who = row.decidedByName ?? t('user.requests.automatic')
  return <span title={row.reason}>{[who, row.username ?? row.reason].filter((part) => part !== '').join(' · ')}</span>
}
