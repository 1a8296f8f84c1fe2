import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, DateText, NoValue, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { PagedTable } from '#src/client/records/list/PagedTable.tsx'
import type { FirstPassword } from '#src/define/accounts.ts'
import { isProposed, RESET_APPROVAL_HOURS } from '#src/define/workflows/proposals.ts'
import { longText } from '#src/fields/field.ts'
import { type RequestState, RequestStateChip, RequestStateFilter } from './RequestState.client.tsx'

interface Reset {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly empNo: string
  readonly deptName: string
  readonly mobile: string
  readonly ip: string
  readonly state: RequestState
  readonly reason: string
  readonly createdAt: string
  readonly decidedByName: string | null
}

const path = '/api/system/user/password_reset/'
const refuseFields = { reason: longText(5, 200, { required: true }) }

/** People who forgot their password; a security administrator verifies who it is (FGT-01 to FGT-03). */
export function ResetList({ onPassword }: { readonly onPassword: (password: FirstPassword) => void }) {
  const t = useT()
  const client = useQueryClient()
  const [state, setState] = useState('pending')
  const [refused, setRefused] = useState<Reset | null>(null)
  const filter = useMemo((): Readonly<Record<string, string>> => (state === '' ? {} : { state }), [state])
  const word = (key: Under<'user.requests'>): string => t(`user.requests.${key}`)
  const reset = async (row: Reset): Promise<void> => {
    const text = t('user.requests.confirmReset', [row.name, row.mobile])
    if (!(await confirmDialog({ text, intent: 'warning', confirmText: word('reset') }))) return
    const answer = await api.post(`${path}${row.id}/reset/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['user'] })
    if (isProposed(answer)) toast('success', t('user.resetProposed', [RESET_APPROVAL_HOURS]))
    else onPassword({ username: row.username, name: row.name, password: answer.password })
  }
  return (
    <>
      <PagedTable<Reset>
        title={t('user.tabs.resets')}
        record="user"
        path={path}
        filter={filter}
        emptyText={word('empty')}
        filters={<RequestStateFilter states={['pending', 'done', 'refused']} value={state} onChange={setState} />}
        columns={[
          { title: word('name'), render: (row) => row.name },
          { title: word('username'), render: (row) => row.username },
          { title: word('empNo'), render: (row) => row.empNo },
          { title: word('dept'), render: (row) => row.deptName },
          { title: word('mobile'), render: (row) => row.mobile },
          { title: word('ip'), render: (row) => row.ip },
          { title: word('askedAt'), render: (row) => <DateText value={row.createdAt} /> },
          { title: word('state'), render: (row) => <RequestStateChip state={row.state} /> },
          {
            title: word('decided'),
            render: (row) =>
              row.decidedByName === null ? (
                <NoValue />
              ) : (
                [row.decidedByName, row.reason].filter((part) => part !== '').join(' · ')
              ),
          },
        ]}
        actionsOf={(row) =>
          row.state !== 'pending' ? null : (
            <span className="row-buttons">
              <Button
                variant="minimal"
                size="small"
                intent="primary"
                text={word('reset')}
                onClick={() => ignoreApiError(reset(row))}
              />
              <Button
                variant="minimal"
                size="small"
                intent="danger"
                text={word('refuse')}
                onClick={() => setRefused(row)}
              />
            </span>
          )
        }
      />
      {refused === null ? null : (
        <PostForm
          title={t('user.requests.refuseTitle', [refused.name])}
          path={`${path}${refused.id}/refuse/`}
          record="user"
          fields={refuseFields}
          labels={() => word('reason')}
          submitText={word('refuse')}
          intent="danger"
          onDone={() => toast('success', word('refused'))}
          onClose={() => setRefused(null)}
        />
      )}
    </>
  )
}
