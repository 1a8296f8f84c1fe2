import { Button, Callout, HTMLTable } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ScrollRegion } from '#src/client/forms/ScrollRegion.tsx'
import { told } from '#src/client/forms/told.ts'
import { ApiError, api, newKey } from '#src/client/http.ts'
import { type Under, useT } from '#src/client/i18n/index.ts'
import { PasswordField } from '#src/client/login/PasswordField.tsx'
import { isStrong } from '#src/client/login/password.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { PagedTable } from '#src/client/records/PagedTable.tsx'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { deviceOf } from '#src/client/ui/device.ts'
import { Chip, confirmDialog, DateText, FailedState, SkeletonRows, toast } from '#src/client/ui/index.ts'
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
  const [problem, setProblem] = useState<string | null>(null)
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
      setProblem(refused.message)
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className="card personal-narrow" noValidate onSubmit={(event) => void submit(event)}>
      <h2>{word('password')}</h2>
      <p className="personal-hint">{word('passwordHint')}</p>
      {problem === null ? null : (
        <Callout intent="danger" compact role="alert" className="form-notice">
          {problem}
        </Callout>
      )}
      <PasswordField
        label={word('old')}
        value={form.old}
        autoComplete="current-password"
        onChange={(old) => setForm({ ...form, old })}
        problem={tried && form.old === '' ? t('login.required') : null}
      />
      <PasswordField
        label={word('next')}
        value={form.next}
        autoComplete="new-password"
        onChange={(next) => setForm({ ...form, next })}
        help={word('rule')}
        problem={tried && isWeak ? word('rule') : null}
      />
      <PasswordField
        label={word('again')}
        value={form.again}
        autoComplete="new-password"
        onChange={(again) => setForm({ ...form, again })}
        problem={tried && differ ? word('differ') : null}
      />
      <BusyButton type="submit" intent="primary" text={word('change')} isBusy={isSaving} />
    </form>
  )
}

interface Session {
  readonly id: string
  readonly ip: string
  readonly agent: string
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly isOwn: boolean
}

function Sessions() {
  const t = useT()
  const client = useQueryClient()
  const word = (key: Under<'personal.security'>): string => t(`personal.security.${key}`)
  const end = async (row: Session): Promise<void> => {
    if (!(await confirmDialog({ text: word('confirmEnd'), intent: 'warning', confirmText: word('end') }))) return
    await api.post(`/api/personal/session/${row.id}/end/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['session'] })
    toast('success', word('ended'))
  }
  return (
    <PagedTable<Session>
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
          <Button variant="minimal" size="small" intent="danger" text={word('end')} onClick={() => told(end(row))} />
        )
      }
    />
  )
}

interface SignIn {
  readonly id: number
  readonly success: boolean
  readonly reason: string
  readonly ip: string
  readonly agent: string
  readonly at: string
}

function SignIns() {
  const t = useT()
  const label = useDictionaryLabel()
  const word = (key: Under<'personal.security'>): string => t(`personal.security.${key}`)
  const { data, error, refetch } = useQuery({
    queryKey: ['loginLog', 'own'],
    queryFn: ({ signal }) => api.get<readonly SignIn[]>('/api/personal/sign_in/', { signal, quiet: true }),
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
