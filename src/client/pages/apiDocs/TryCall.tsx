import { Button, FormGroup, InputGroup, Tag, TextArea } from '@blueprintjs/core'
import { PlayIcon } from '@blueprintjs/icons'
import { type FormEvent, useId, useState } from 'react'
import { ScrollRegion } from '#src/client/components/forms/ScrollRegion.tsx'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { confirmDialog } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { OpenApi } from '#src/define/api/openapi.ts'
import { CopyButton } from './CopyButton.tsx'
import { type Call, parametersOf } from './operations.ts'
import { addressOf, type CallResponse, isWriting, sendCall } from './sendCall.ts'

/** Characters of an answer that are shown; the whole of it can be copied. */
const MAX_SHOWN = 20_000

/** What one call takes, as far as it is filled in by hand. */
function partsOf(document: OpenApi, { operation, path }: Call) {
  const parameters = parametersOf(document, operation)
  const [type] = Object.keys(operation.requestBody?.content ?? {})
  const example = operation.requestBody?.content['application/json']?.example
  return {
    // A document that names no ids has them in its path all the same.
    ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    isMultipart: type === 'multipart/form-data',
    example: type === 'application/json' ? JSON.stringify(example ?? {}, null, 2) : null,
  }
}

/** Sends the call with the reader's own session: nobody may do here what they may not do elsewhere. */
export function TryCall({ document, call }: { readonly document: OpenApi; readonly call: Call }) {
  const t = useT()
  const { method, path } = call
  const { ids, query, isMultipart, example } = partsOf(document, call)
  const [idValues, setIds] = useState<Readonly<Record<string, string>>>({})
  const [queryValues, setQuery] = useState<Readonly<Record<string, string>>>({})
  const [body, setBody] = useState(example ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [isSending, setSending] = useState(false)
  const [received, setReceived] = useState<CallResponse | 'unanswered' | null>(null)
  const writes = isWriting(method, path)

  const send = async (): Promise<void> => {
    const url = addressOf(path, idValues, queryValues)
    const question = {
      text: t('apiDocs.tryConfirm', [`${method} ${url}`]),
      intent: method === 'DELETE' ? 'danger' : 'warning',
      confirmText: t('apiDocs.trySend'),
    } as const
    if (writes && !(await confirmDialog(question))) return
    setSending(true)
    try {
      setReceived(await sendCall({ method, url, body: bodyOf() }))
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      setReceived('unanswered')
    } finally {
      setSending(false)
    }
  }
  const bodyOf = (): string | FormData | null => {
    if (!isMultipart) return example === null ? null : body
    const form = new FormData()
    if (file !== null) form.append('file', file)
    return form
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <form className="api-try" onSubmit={submit}>
      <h3>{t('apiDocs.try')}</h3>
      {ids.length + query.length > 0 ? (
        <div className="api-try-fields">
          {ids.map((name) => (
            <TextInput
              key={name}
              name={name}
              isRequired
              value={idValues[name] ?? ''}
              onChange={(value) => setIds({ ...idValues, [name]: value })}
            />
          ))}
          {query.map((name) => (
            <TextInput
              key={name}
              name={name}
              value={queryValues[name] ?? ''}
              onChange={(value) => setQuery({ ...queryValues, [name]: value })}
            />
          ))}
        </div>
      ) : null}
      {isMultipart ? <FileChoice onChoose={setFile} /> : null}
      {example === null ? null : <BodyInput value={body} onChange={setBody} />}
      <div className="api-try-send">
        <Button
          type="submit"
          intent={writes ? 'warning' : 'primary'}
          icon={<PlayIcon />}
          disabled={isSending}
          text={t('apiDocs.trySend')}
        />
        <span className="api-try-note">{t(writes ? 'apiDocs.tryWrites' : 'apiDocs.tryReads')}</span>
      </div>
      <div aria-live="polite">{received === null ? null : <Result received={received} />}</div>
    </form>
  )
}

interface TextInputProps {
  readonly name: string
  readonly isRequired?: boolean
  readonly value: string
  readonly onChange: (value: string) => void
}
function TextInput({ name, isRequired = false, value, onChange }: TextInputProps) {
  const id = useId()
  return (
    <FormGroup label={<code>{name}</code>} labelFor={id}>
      <InputGroup id={id} size="small" required={isRequired} value={value} onValueChange={onChange} fill />
    </FormGroup>
  )
}

function BodyInput({ value, onChange }: { readonly value: string; readonly onChange: (value: string) => void }) {
  const t = useT()
  const id = useId()
  return (
    <FormGroup label={t('apiDocs.body')} labelFor={id}>
      <TextArea
        id={id}
        className="api-try-body"
        fill
        spellCheck={false}
        rows={Math.min(14, Math.max(3, value.split('\n').length))}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormGroup>
  )
}

function FileChoice({ onChoose }: { readonly onChoose: (file: File | null) => void }) {
  const t = useT()
  const id = useId()
  return (
    <FormGroup label={t('apiDocs.tryFile')} labelFor={id}>
      <input id={id} type="file" required onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)} />
    </FormGroup>
  )
}

const SUCCESS = 2000

function Result({ received }: { readonly received: CallResponse | 'unanswered' }) {
  const t = useT()
  if (received === 'unanswered') return <p className="api-try-failed">{t('apiDocs.tryUnanswered')}</p>
  const { status, code, milliseconds, headers, text, file } = received
  const isGood = status < 400 && (code === null || code === SUCCESS)
  return (
    <div className="api-try-result">
      <div className="api-part-head">
        <Tag minimal intent={isGood ? 'success' : 'danger'}>
          {code === null ? t('apiDocs.tryStatus', [status]) : t('apiDocs.tryStatusCode', [status, code])}
        </Tag>
        <span className="api-try-note">{t('apiDocs.tryTook', [milliseconds])}</span>
        {text === null ? null : <CopyButton text={text} label={t('apiDocs.tryCopy')} />}
      </div>
      <dl className="api-try-headers">
        {headers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {text === null ? null : (
        <ScrollRegion className="api-example" label={t('apiDocs.tryAnswer')}>
          <pre>{text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text}</pre>
        </ScrollRegion>
      )}
      {file === null ? null : (
        <Button size="small" text={t('apiDocs.trySave', [file.name])} onClick={() => saveBlob(file.blob, file.name)} />
      )}
    </div>
  )
}
