import { Button } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Problem } from '#machines/session/session.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { deviceOf } from '#src/client/components/ui/device.ts'
import { Chip, confirmDialog, DateText, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { PasswordField } from '#src/client/pages/login/fields/PasswordField.tsx'
import { SessionRefusal, useRefusal } from '#src/client/pages/login/SessionRefusal.tsx'
import { useNewPassword } from '#src/client/pages/login/useNewPassword.ts'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { PagedTable } from '#src/client/records/list/PagedTable.tsx'
import type { StandingSession } from '#src/define/answers/access.ts'
import { SecondFactorSection } from './SecondFactorSection.tsx'

/** Password, second factor, signed-in devices, last sign-ins. */
export function SecurityTab() {
  const t = useT()
  return (
    <div className="personal-stack">
      <div className="personal-pair">
        <PasswordSection />
        <SecondFactorSection />
      </div>
      <section>
        <h2>{t('personal.security.sessions')}</h2>
        <Sessions />
      </section>
      <section>
        <h2>{t('personal.security.signIns')}</h2>
        <SignIns />
      </section>
    </div>
  )
}

/** PER-02: a change ends all other sessions. */
function PasswordSection() {
  const t = useT()
  const client = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const { form, values, set, input, attempt, forgetAttempt } = useNewPassword(problem)
  useRefusal(form, problem)
  const word = (key: Under<'personal.security'>): string => t(`personal.security.${key}`)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setProblem(null)
    if (!attempt()) return
    setSaving(true)
    try {
      await api.post('/api/system/user/change_password/', values, { key: newKey(), quiet: true })
      for (const field of ['oldPassword', 'newPassword', 'confirm'] as const) set(field, '')
      forgetAttempt()
      await client.invalidateQueries({ queryKey: ['session'] })
      toast('success', word('changed'))
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      const field = Object.keys(refused.errors).find((name) => name !== '')
      setProblem({ key: refused.errKey ?? 'http.failed', text: refused.message, ...(field !== undefined && { field }) })
    } finally {
      setSaving(false)
    }
  }
  return (
    <form ref={form} className="card personal-narrow" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{word('password')}</h2>
      <p className="personal-hint">{word('passwordHint')}</p>
      <PasswordField label={word('old')} autoComplete="current-password" {...input('oldPassword')} />
      <PasswordField label={word('next')} autoComplete="new-password" help={word('rule')} {...input('newPassword')} />
      <PasswordField label={word('again')} autoComplete="new-password" {...input('confirm')} />
      <SessionRefusal problem={problem} />
      <BusyButton type="submit" intent="primary" text={word('change')} isBusy={isSaving} />
    </form>
  )
}

function Sessions() {
  const t = useT()
  const client = useQueryClient()
  const word = (key: Under<'personal.security'>): string => t(`personal.security.${key}`)
  const end = async (row: StandingSession): Promise<void> => {
    if (!(await confirmDialog({ text: word('confirmEnd'), intent: 'warning', confirmText: word('end') }))) return
    await api.post(`/api/personal/session/${row.id}/end/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['session'] })
    toast('success', word('ended'))
  }
  return (
    <PagedTable<StandingSession>
      title={word('sessions')}
      record="session"
      path="/api/personal/session/"
      hasSearch={false}
      emptyText={t('common.noData')}
      columns={[
        { title: word('device'), render: (row) => <span title={row.agent}>{deviceOf(row.agent)}</span> },
        { title: word('ip'), render: (row) => row.ip },
        { title: word('loginAt'), render: (row) => <DateText value={row.createdAt} /> },
        { title: word('lastSeen'), render: (row) => <DateText value={row.lastSeenAt} /> },
      ]}
      actionsOf={(row) =>
        row.isOwn ? (
          <Chip color="success">{word('own')}</Chip>
        ) : (
          <Button
            variant="minimal"
            size="small"
            intent="danger"
            text={word('end')}
            onClick={() => ignoreApiError(end(row))}
          />
        )
      }
    />
  )
}

function SignIns() {
  const t = useT()
  const label = useDictionaryLabel()
  const word = (key: Under<'personal.security'>): string => t(`personal.security.${key}`)
  const { data, error, refetch } = useQuery({
    queryKey: ['loginLog', 'own'],
    queryFn: ({ signal }) => api.get('/api/personal/sign_in/', { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  return (
    <div className="list">
      <DataTable
        className="list-table"
        region={{ className: 'list-scroll is-compact', label: word('signIns') }}
        rows={data}
        keyOf={({ id }) => id}
        columns={[
          { name: 'at', head: word('at'), cell: ({ at }) => <DateText value={at} precision="second" /> },
          {
            name: 'result',
            head: word('result'),
            cell: ({ success, reason }) => (
              <Chip color={success ? 'success' : 'error'}>{success ? word('ok') : label('loginReason', reason)}</Chip>
            ),
          },
          { name: 'ip', head: word('ip'), cell: ({ ip }) => ip },
          {
            name: 'device',
            head: word('device'),
            cellTitle: ({ agent }) => agent,
            cell: ({ agent }) => deviceOf(agent),
          },
        ]}
      />
    </div>
  )
}
