import { Tag } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { FormFields } from '#src/client/components/forms/FormFields.tsx'
import { RefusalNote } from '#src/client/components/forms/RefusalNote.tsx'
import { UnreachedNote } from '#src/client/components/forms/UnreachedNote.tsx'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { PasswordField } from '#src/client/pages/login/fields/PasswordField.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { session, useProblemText, useUser } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { Profile } from '#src/define/answers/personal.ts'
import { choice, type Fields, text } from '#src/fields/field.ts'
import { AvatarEditor } from './AvatarEditor.tsx'

const path = '/api/personal/profile/'
const keys = ['personal', 'profile'] as const
const given = ['name', 'username', 'empNo', 'deptName', 'post'] as const
const written = ['gender', 'mobile', 'email', 'officePhone', 'bankName', 'bankAccount'] as const

const contact: Fields = {
  gender: choice('gender', { required: true }),
  mobile: text(11, { required: true, pattern: 'mobile' }),
  email: text(100, { pattern: 'email' }),
  officePhone: text(20),
}
const payee: Fields = { bankName: text(60), bankAccount: text(30) }
const fields: Fields = { ...contact, ...payee }

export function ProfileTab() {
  const { data, error, refetch } = useQuery({
    queryKey: keys,
    queryFn: ({ signal }) => api.get(path, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={10} />
  return <ProfileForm key={data.version} profile={data} />
}

function ProfileForm({ profile }: { readonly profile: Profile }) {
  const t = useT()
  const client = useQueryClient()
  const problemText = useProblemText()
  const user = useUser()
  const prefix = `${useId()}-`
  const initial = useMemo(
    () => Object.fromEntries(written.map((name) => [name, profile[name] === '' ? null : profile[name]])),
    [profile],
  )
  const form = useForm({ prefix, fields, initial, isStored: true })
  const { values, problems, saving } = form.state
  const [password, setPassword] = useState('')
  const needsPassword = (values.mobile ?? '') !== profile.mobile || (values.email ?? '') !== profile.email
  const word = (name: Under<'personal.profile'>): string => t(`personal.profile.${name}`)
  const labels = (name: string): string => word(name as Under<'personal.profile'>)
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: keys })
    session.send({ type: 'RELOAD' })
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const saved = await form.submit(async ({ bankAccount, ...rest }, key) => {
      const plain = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? '']))
      // What is shown masked and was not touched is not sent.
      const account = (bankAccount ?? '') === profile.bankAccount ? {} : { bankAccount: bankAccount ?? '' }
      await api.put(path, { ...plain, ...account, password, version: profile.version }, { key, quiet: true })
    })
    if (!saved) return
    setPassword('')
    await refresh()
    toast('success', t('common.saved'))
  }
  const shared = { prefix, all: fields, labels, values, onChange: form.change, problems, disabled: saving }
  const sentences = (list: readonly (Parameters<typeof problemText>[0] | string)[]): string =>
    list.map((problem) => (typeof problem === 'string' ? problem : problemText(problem))).join(' ')
  return (
    <div className="personal-profile">
      <section className="card personal-who">
        <AvatarEditor name={profile.name} avatar={profile.avatar} onSaved={() => void refresh()} />
        <dl className="detail-fields">
          {given.map((name) => (
            <div key={name}>
              <dt>{word(name)}</dt>
              <dd>{profile[name]}</dd>
            </div>
          ))}
          <div>
            <dt>{word('roles')}</dt>
            <dd className="personal-roles">
              {user.role_info.length === 0
                ? word('noRole')
                : user.role_info.map((role) => (
                    <Tag key={role.id} minimal round>
                      {role.name}
                    </Tag>
                  ))}
            </dd>
          </div>
        </dl>
      </section>
      <form className="card" noValidate onSubmit={(event) => void save(event)}>
        <UnreachedNote state={form.state} />
        <h2>{word('contact')}</h2>
        <FormFields fields={contact} {...shared} />
        {needsPassword ? (
          <div className="personal-password">
            <PasswordField
              label={word('password')}
              value={password}
              onChange={setPassword}
              autoComplete="current-password"
              help={word('passwordHint')}
              problem={problems.password === undefined ? null : sentences(problems.password)}
            />
          </div>
        ) : null}
        <h2>{word('payee')}</h2>
        <p className="personal-hint">{word('payeeHint')}</p>
        <FormFields fields={payee} {...shared} />
        <RefusalNote
          prefix={prefix}
          order={[...Object.keys(contact), 'password', ...Object.keys(payee)]}
          labels={labels}
          problems={problems}
        />
        <div className="personal-foot">
          <BusyButton type="submit" intent="primary" text={t('common.save')} isBusy={saving} disabled={!form.isDirty} />
        </div>
      </form>
    </div>
  )
}
