import { Button, Menu, MenuItem, TextArea } from '@blueprintjs/core'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { told } from '#src/client/forms/told.ts'
import { UnsavedCallout } from '#src/client/forms/UnsavedCallout.tsx'
import { newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { dropUnsaved, onUnsaved, tellUnsaved, unsavedOf, useUser } from '#src/client/session/index.ts'
import { MenuButton } from '#src/client/ui/index.ts'
import type { PersonRef, TicketDetail } from '#src/define/tickets.ts'
import { useTicketAction } from './queries.ts'
import { Timeline } from './Timeline.tsx'
import { deedName } from './unsavedDeeds.ts'

const LONG = 500
/** Names offered at once. */
const OFFERED = 8

/** People whose `@name` stands in the text. */
export const mentionedIn = (text: string, people: readonly PersonRef[]): readonly number[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)

/** What is being typed after the last `@`; null when no name is. */
export function typedName(text: string): string | null {
  const at = text.lastIndexOf('@')
  const typed = at < 0 ? null : text.slice(at + 1)
  return typed === null || /[\s@]/.test(typed) || typed.length > 20 ? null : typed
}

/** 20.7 comments: anyone with a view of the ticket writes, `@name` calls a participant. */
export function Comments({ detail }: { readonly detail: TicketDetail }) {
  const t = useT()
  const { id: me, username } = useUser()
  const send = useTicketAction()
  const box = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const name = deedName(detail, 'comment')
  useEffect(() => {
    tellUnsaved(name, text === '' ? null : { text })
    return () => tellUnsaved(name, null)
  }, [name, text])
  const unsaved = useSyncExternalStore(onUnsaved, () => unsavedOf(username, name)?.text)
  const others = detail.participants.filter(({ id }) => id !== me)
  const typed = typedName(text)
  const offered =
    typed === null ? [] : others.filter(({ name }) => name.startsWith(typed) && name !== typed).slice(0, OFFERED)
  const mention = ({ name }: PersonRef): void => {
    const before = typed === null ? text : text.slice(0, text.length - typed.length - 1)
    setText(`${before}@${name} `.slice(0, LONG))
    box.current?.focus()
  }
  const post = async (): Promise<void> => {
    setSending(true)
    try {
      const comment = text.trim()
      await send(detail.id, 'comment', { comment, userIds: mentionedIn(comment, others) }, newKey())
      setText('')
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="comments">
      {detail.allowedActions.includes('comment') ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            told(post())
          }}
        >
          {typeof unsaved === 'string' ? (
            <UnsavedCallout
              offer={{
                restore: () => {
                  setText(unsaved)
                  dropUnsaved(name)
                },
                discard: () => dropUnsaved(name),
              }}
            />
          ) : null}
          <TextArea
            fill
            autoResize
            inputRef={box}
            value={text}
            maxLength={LONG}
            placeholder={t('ticket.detail.commentPlaceholder')}
            aria-label={t('ticket.detail.comment')}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {offered.length === 0 ? null : (
            <Menu className="comment-people" aria-label={t('ticket.comment.mention')}>
              {offered.map((person) => (
                <MenuItem key={person.id} text={`@${person.name}`} onClick={() => mention(person)} />
              ))}
            </Menu>
          )}
          <div className="comment-foot">
            <span className="ticket-soft">{t('ticket.comment.hint')}</span>
            {others.length === 0 ? null : (
              <MenuButton
                label={t('ticket.comment.mention')}
                items={others.map((person) => ({ text: `@${person.name}`, onClick: () => mention(person) }))}
              />
            )}
            <Button
              type="submit"
              size="small"
              intent="primary"
              disabled={text.trim() === '' || isSending}
              text={t('ticket.detail.send')}
            />
          </div>
        </form>
      ) : null}
      <Timeline id={detail.id} type={detail.type} only={['comment']} />
    </div>
  )
}
