import './access-check.css'
import { Button, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isBlank, trimText } from '#machines/ticket/engine/visibleText.ts'
import { Combobox } from '#src/client/components/forms/inputs/Combobox.tsx'
import { personSource, useChosen } from '#src/client/components/forms/inputs/options.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { AccessAnswer } from './AccessAnswer.client.tsx'

const PATH = '/api/system/access_check/'
const source = personSource()
const unknown = (): undefined => undefined
const MAX_ADDRESS = 300

/** What was asked, as it stands in the address of the page: a check can be handed on as a link. */
function useQuestion() {
  const [params, setParams] = useSearchParams()
  const [userId, address] = [Number(params.get('userId')), params.get('address') ?? '']
  const ask = (person: number, place: string): void =>
    setParams({ tab: 'check', userId: String(person), address: place })
  return { userId: Number.isInteger(userId) && userId > 0 ? userId : null, address, ask }
}

/** 60.2: whether a person may use an address, and why. */
export function AccessCheck() {
  const question = useQuestion()
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['accessCheck', question.userId, question.address],
    queryFn: ({ signal }) =>
      api.get(PATH, { query: { userId: question.userId ?? 0, address: question.address }, signal, quiet: true }),
    enabled: question.userId !== null && question.address !== '',
    // Rights change while one looks at them.
    staleTime: 0,
    retry: false,
  })
  const isComplete = question.userId !== null && question.address !== ''
  return (
    <div className="access-check">
      <p className="form-notice">{t('role.check.lead')}</p>
      <AskForm key={`${question.userId} ${question.address}`} question={question} />
      {error === null ? null : <FailedState compact error={error} onRetry={() => void refetch()} />}
      {isComplete && data === undefined && error === null ? <SkeletonRows rows={6} /> : null}
      {data === undefined || error !== null ? null : <AccessAnswer check={data} />}
    </div>
  )
}

function AskForm({ question }: { readonly question: ReturnType<typeof useQuestion> }) {
  const t = useT()
  const word = (key: Under<'role.check'>): string => t(`role.check.${key}`)
  const id = useId()
  const [userId, setUserId] = useState(question.userId)
  const [address, setAddress] = useState(question.address)
  const { chosen, remember } = useChosen(source, userId === null ? [] : [userId], unknown)
  const { data: addresses = [] } = useQuery({
    queryKey: ['accessCheck', 'addresses'],
    queryFn: ({ signal }) => api.get(`${PATH}addresses/`, { signal, quiet: true }),
    staleTime: 60_000,
  })
  const isReady = userId !== null && !isBlank(address)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isReady) question.ask(userId, trimText(address))
  }
  return (
    <form className="access-check-form" onSubmit={submit}>
      <FormGroup label={word('person')} labelFor={`${id}-person`} fill>
        <Combobox
          id={`${id}-person`}
          label={word('person')}
          source={source}
          selected={chosen[0] ?? null}
          onSelect={(person) => {
            if (person !== null) remember(person)
            setUserId(person?.id ?? null)
          }}
        />
      </FormGroup>
      <FormGroup label={word('address')} labelFor={`${id}-address`} helperText={word('addressHint')} fill>
        <InputGroup
          id={`${id}-address`}
          list={`${id}-addresses`}
          value={address}
          maxLength={MAX_ADDRESS}
          autoComplete="off"
          spellCheck={false}
          onValueChange={setAddress}
        />
        <datalist id={`${id}-addresses`}>
          {addresses.map((one) => (
            <option key={one.address} value={one.address}>
              {one.title}
            </option>
          ))}
        </datalist>
      </FormGroup>
      <Button type="submit" intent="primary" text={word('run')} disabled={!isReady} />
    </form>
  )
}
