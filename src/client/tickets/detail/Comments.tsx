import { Button } from '@blueprintjs/core'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { isBlank, trimText } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { UnsavedCallout } from '#src/client/components/forms/unsaved/UnsavedCallout.tsx'
import { toast } from '#src/client/components/ui/index.ts'
import { ApiError, kindOf, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { dropUnsaved, onUnsaved, tellUnsaved, unsavedOf, useUser } from '#src/client/platform/session/index.ts'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import type { Mentionable } from '#src/define/tickets/detail.ts'
import { actionName } from '../actions/unsavedActions.ts'
import { useMentionable, useTicketAction } from '../queries.ts'
import { MentionBox } from './MentionBox.tsx'
import { currentMentions, type Mention } from './mentions.ts'
import { Timeline } from './Timeline.tsx'

const LONG = 500
const NOBODY: readonly Mentionable[] = []
/** 20.7 comments: anyone with a view of the ticket writes, an `@` calls a person. */
export function Comments({ detail }: { readonly detail: SeenTicket }) {
  const t = useT()
  const { username } = useUser()
  const send = useTicketAction()
  const [text, setText] = useState('')
  const [mentions, setMentions] = useState<readonly Mention[]>([])
  const [isSending, setSending] = useState(false)
  const name = actionName(detail, 'comment')
  useEffect(() => {
    return tellUnsaved(name, text === '' ? null : { text, mentions: JSON.stringify(mentions) })
  }, [name, text, mentions])
  const unsaved = useSyncExternalStore(onUnsaved, () => unsavedOf(username, name))
  const { data: people = NOBODY } = useMentionable(detail.id)
  const write = (next: string, named: readonly Mention[]): void => {
    setText(next)
    setMentions(named)
  }
  const post = async (): Promise<void> => {
    setSending(true)
    try {
      const userIds = [...new Set(mentions.map((mention) => mention.id))]
      await send(detail.id, 'comment', { comment: trimText(text), userIds }, newKey())
      write('', [])
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(kindOf(error), error.message)
    } finally {
      setSending(false)
    }
  }
  return (
    <div className="comments">
      {detail.actions.includes('comment') ? (
        <form
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
            event.preventDefault()
            event.currentTarget.requestSubmit()
          }}
          onSubmit={(event) => {
            event.preventDefault()
            if (!isBlank(text) && !isSending) ignoreApiError(post())
          }}
        >
          {typeof unsaved?.text === 'string' ? (
            <UnsavedCallout
              offer={{
                restore: () => {
                  write(String(unsaved.text), currentMentions(unsaved.mentions))
                  dropUnsaved(name)
                },
                discard: () => dropUnsaved(name),
              }}
            />
          ) : null}
          <MentionBox
            label={t('ticket.detail.comment')}
            placeholder={t('ticket.detail.commentPlaceholder')}
            text={text}
            mentions={mentions}
            people={people}
            longest={LONG}
            onChange={write}
          />
          <div className="comment-foot">
            <Button
              type="submit"
              size="small"
              intent="primary"
              disabled={isBlank(text) || isSending}
              text={t('ticket.detail.send')}
            />
          </div>
        </form>
      ) : null}
      <Timeline id={detail.id} type={detail.type} only={['comment']} />
    </div>
  )
}
