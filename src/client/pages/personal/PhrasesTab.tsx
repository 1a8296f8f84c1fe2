import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import '#src/client/phrases/phrases.css'
import { Button, InputGroup } from '@blueprintjs/core'
import { CrossIcon, EditIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDelete, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { PHRASES, phraseKey, useOwnPhrases } from '#src/client/phrases/queries.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import {
  MAX_OWN_PHRASES,
  MAX_PHRASE_LENGTH,
  type OwnPhrase,
  type PhraseAction,
  phraseActions,
} from '#src/define/phrases.ts'

/** One's own quick phrases (20.8), for each decision. */
export function PhrasesTab() {
  const t = useT()
  const { data, error, refetch } = useOwnPhrases()
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  return (
    <section className="card personal-narrow">
      <p className="personal-hint">{t('phrases.lead')}</p>
      <div className="phrase-groups">
        {phraseActions.map((action) => (
          <Group key={action} action={action} phrases={data.filter((phrase) => phrase.action === action)} />
        ))}
      </div>
    </section>
  )
}

function Group({ action, phrases }: { readonly action: PhraseAction; readonly phrases: readonly OwnPhrase[] }) {
  const t = useT()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const name = t(`phrases.action.${action}`)
  const add = async (): Promise<void> => {
    await api.post(PHRASES, { action, text }, { key: newKey() })
    setText('')
    await client.invalidateQueries({ queryKey: phraseKey })
    toast('success', t('common.saved'))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!isBlank(text)) ignoreApiError(add())
  }
  return (
    <section aria-label={name}>
      <h2>
        {name} <small className="personal-hint">{t('phrases.count', [phrases.length, MAX_OWN_PHRASES])}</small>
      </h2>
      {phrases.length === 0 ? (
        <p className="personal-hint">{t('phrases.empty')}</p>
      ) : (
        <ul className="phrase-own">
          {phrases.map((phrase) => (
            <Line key={phrase.id} phrase={phrase} />
          ))}
        </ul>
      )}
      {phrases.length >= MAX_OWN_PHRASES ? null : (
        <form className="phrase-add" onSubmit={submit}>
          <InputGroup
            value={text}
            maxLength={MAX_PHRASE_LENGTH}
            placeholder={t('phrases.placeholder')}
            aria-label={t('phrases.addFor', [name])}
            onValueChange={setText}
          />
          <Button type="submit" text={t('phrases.add')} disabled={isBlank(text)} />
        </form>
      )}
    </section>
  )
}

function Line({ phrase }: { readonly phrase: OwnPhrase }) {
  const t = useT()
  const client = useQueryClient()
  const [text, setText] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    await api.put(`${PHRASES}${phrase.id}/`, { text }, { key: newKey() })
    setText(null)
    await client.invalidateQueries({ queryKey: phraseKey })
    toast('success', t('common.saved'))
  }
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(phrase.text))) return
    await api.delete(`${PHRASES}${phrase.id}/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: phraseKey })
    toast('success', t('common.removed'))
  }
  if (text !== null)
    return (
      <li>
        <form
          className="phrase-add"
          onSubmit={(event) => {
            event.preventDefault()
            ignoreApiError(save())
          }}
        >
          <InputGroup
            autoFocus
            value={text}
            maxLength={MAX_PHRASE_LENGTH}
            aria-label={t('phrases.text')}
            onValueChange={setText}
          />
          <Button text={t('common.cancel')} onClick={() => setText(null)} />
          <Button type="submit" intent="primary" text={t('common.save')} disabled={isBlank(text)} />
        </form>
      </li>
    )
  return (
    <li>
      <span>{phrase.text}</span>
      <Button
        variant="minimal"
        size="small"
        icon={<EditIcon />}
        aria-label={t('phrases.edit', [phrase.text])}
        onClick={() => setText(phrase.text)}
      />
      <Button
        variant="minimal"
        size="small"
        icon={<CrossIcon />}
        aria-label={t('phrases.remove', [phrase.text])}
        onClick={() => ignoreApiError(remove())}
      />
    </li>
  )
}
