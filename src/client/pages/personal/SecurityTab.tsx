import { Button, HTMLTable } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Problem } from '#machines/session/session.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { deviceOf } from '#src/client/components/ui/device.ts'
import { Chip, confirmDialog, DateText, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { PasswordField } from '#src/client/pages/login/PasswordField.tsx'
import { isStrong } from '#src/client/pages/login/password.ts'
import { SessionRefusal, useRefusal } from '#src/client/pages/login/SessionRefusal.tsx'
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

const empty = { old: '', next: '', again: '' }

/** PER-02: a change ends all other sessions. */
function PasswordSection() {
  const t = useT()
  const client = useQueryClient()
  const [form, setForm] = useState(empty)
  const [tried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const element = useRef<HTMLFormElement>(null)
  useRefusal(element, problem)
  const refusedAt = (field: string): string | null => (problem?.field === field ? problem.text : null)
  const word = (key: Under<'personal.security'>): string => t(`personal.security.${key}`)
  const isWeak = !isStrong(form.next)
  const differ = form.next !== form.again
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    if (form.old === '' || isWeak || differ) return
    setSaving(true)
    try {
      await api.post(
        '/api/system/user/change_password/',
        { oldPassword: form.old, newPassword: form.next, confirm: form.again },
        { key: newKey(), quiet: true },
      )
      setForm(empty)
      setTried(false)
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
    <form ref={element} className="card personal-narrow" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{word('password')}</h2>
      <p className="personal-hint">{word('passwordHint')}</p>
      <PasswordField
        label={word('old')}
        value={form.old}
        autoComplete="current-password"
        onChange={(old) => setForm({ ...form, old })}
        problem={tried && form.old === '' ? t('login.required') : refusedAt('oldPassword')}
      />
      <PasswordField
        label={word('next')}
        value={form.next}
        autoComplete="new-password"
        onChange={(next) => setForm({ ...form, next })}
        help={word('rule')}
        problem={tried && isWeak ? word('rule') : refusedAt('newPassword')}
      />
      <PasswordField
        label={word('again')}
        value={form.again}
        autoComplete="new-password"
        onChange={(again) => setForm({ ...form, again })}
        problem={tried && differ ? word('differ') : null}
      />
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
      <ScrollRegion className="list-scroll is-compact" label={word('signIns')}>
        <HTMLTable className="list-table">
          <thead>
            <tr>
              {(['at', 'result', 'ip', 'device'] as const).map((key) => (
                <th key={key} scope="col">
                  {word(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.id}>
                <td>
                  <DateText value={row.at} precision="second" />
                </td>
                <td>
                  <Chip color={row.success ? 'success' : 'error'}>
                    {row.success ? word('ok') : label('loginReason', row.reason)}
                  </Chip>
                </td>
                <td>{row.ip}</td>
                <td title={row.agent}>{deviceOf(row.agent)}</td>
              </tr>
            ))}
          </tbody>
        </HTMLTable>
      </ScrollRegion>
    </div>
  )
}
