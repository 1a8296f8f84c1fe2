import { Button, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { FormFields } from '#src/client/components/forms/FormFields.tsx'
import { FieldLabel, FieldProblem } from '#src/client/components/forms/inputs/FieldInput.tsx'
import { RefusalNote } from '#src/client/components/forms/RefusalNote.tsx'
import { UnreachedNote } from '#src/client/components/forms/UnreachedNote.tsx'
import { confirmLeave } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { choice, dateTime, type Fields, people, text } from '#src/fields/field.ts'
import { RichTextEditor } from './RichText.client.tsx'

const path = '/api/v1/sms/notice/'
const head: Fields = {
  title: text(100, { required: true, min: 2 }),
  contentType: choice('contentType', { required: true, only: ['SYSTEM', 'REMIND'] }),
  targetType: choice('noticeTarget', { required: true }),
  people: people(1000, {
    required: { field: 'targetType', op: 'eq', value: '1' },
    visibleWhen: { field: 'targetType', op: 'eq', value: '1' },
  }),
}
const foot: Fields = { link: text(200), sendAt: dateTime({ notBeforeNow: true }) }
const fields: Fields = { ...head, ...foot }
type FieldName = 'content' | 'password' | 'title' | 'contentType' | 'targetType' | 'people' | 'link' | 'sendAt'
const initial = { title: null, contentType: 'SYSTEM', targetType: '1', people: [], link: null, sendAt: null }

/** Dictionary noticeTarget. */
const EVERYBODY = '0'
const ROLES = '2'
const DEPARTMENTS = '3'

/** Writes a message (60.10): to people, roles, departments or everybody, now or later. */
export function ComposeDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const formId = useId()
  const prefix = `${formId}-`
  const client = useQueryClient()
  const { username } = useUser()
  const form = useForm({ prefix, fields, initial })
  const [content, setContent] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [password, setPassword] = useState('')
  const { values, problems, saving } = form.state
  const targetType = String(values.targetType ?? '')
  const { data: choices } = useQuery({
    queryKey: ['notice', 'targets'],
    queryFn: ({ signal }) => api.get(`${path}targets/`, { signal }),
    staleTime: 60_000,
  })
  const labels = (name: string): string =>
    name === 'targets'
      ? t(values.targetType === ROLES ? 'messages.roles' : 'messages.departments')
      : t(`messages.${name as FieldName}`)
  const order = [...Object.keys(head), 'targets', 'password', 'content', ...Object.keys(foot)]
  const close = async (): Promise<void> => {
    if (saving) return
    if ((!form.isDirty && content === '') || (await confirmLeave())) onClose()
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    let sent = 0
    const done = await form.submit(async (checked, key) => {
      const { people: to, targetType: type, link, ...rest } = checked
      const answer = await api.post(
        `${path}send/`,
        {
          ...rest,
          content: content === '' ? ' ' : content,
          targetType: Number(type),
          targets: type === '1' ? to : type === EVERYBODY ? [] : chosen,
          link: link ?? '',
          password,
        },
        { key, quiet: true },
      )
      sent = answer.sent
    })
    if (!done) return
    await client.invalidateQueries({ queryKey: ['notice'] })
    toast('success', values.sendAt ? t('messages.planned') : t('messages.sentTo', [sent]))
    onClose()
  }
  const options = targetType === ROLES ? choices?.roles : targetType === DEPARTMENTS ? choices?.departments : undefined
  return (
    <Sheet
      title={t('messages.compose')}
      shape="drawer"
      onClose={() => void close()}
      footer={
        <>
          <RefusalNote prefix={prefix} order={order} labels={labels} problems={problems} />
          <Button text={t('common.cancel')} onClick={() => void close()} />
          <BusyButton type="submit" form={formId} intent="primary" text={t('messages.send')} isBusy={saving} />
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)}>
        <UnreachedNote state={form.state} />
        <FormFields
          prefix={prefix}
          fields={head}
          labels={labels}
          values={values}
          onChange={(name, value) => {
            if (name === 'targetType') setChosen([])
            form.change(name, value)
          }}
          problems={problems}
          disabled={saving}
        />
        {options === undefined ? null : (
          <fieldset className="message-targets">
            <legend>
              <FieldLabel label={t(targetType === ROLES ? 'messages.roles' : 'messages.departments')} required />
            </legend>
            <div className="message-choices">
              {options.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={chosen.includes(id)}
                  onChange={() => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
                />
              ))}
            </div>
            <FieldProblem id={`${prefix}targets`} name="targets" problems={problems} />
          </fieldset>
        )}
        {targetType === EVERYBODY ? (
          <FormGroup
            label={<FieldLabel label={t('messages.password')} required />}
            labelFor={`${prefix}password`}
            helperText={t('messages.passwordHint')}
          >
            {/* Password managers fill in the account that belongs to it. */}
            <input hidden readOnly autoComplete="username" value={username} />
            <InputGroup
              id={`${prefix}password`}
              type="password"
              autoComplete="current-password"
              value={password}
              onValueChange={setPassword}
            />
          </FormGroup>
        ) : null}
        <FormGroup label={<FieldLabel label={t('messages.content')} required />} labelFor={`${prefix}content`}>
          <RichTextEditor
            id={`${prefix}content`}
            label={t('messages.content')}
            invalid={problems.content !== undefined}
            onChange={setContent}
          />
          <FieldProblem id={`${prefix}content`} name="content" problems={problems} />
        </FormGroup>
        <FormFields
          prefix={prefix}
          fields={foot}
          all={fields}
          labels={labels}
          values={values}
          onChange={form.change}
          problems={problems}
          disabled={saving}
        />
      </form>
    </Sheet>
  )
}
