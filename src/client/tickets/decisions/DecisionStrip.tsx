import { Button } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorText } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { undoDecision } from '../actor/pending.ts'
import type { TicketActorRef } from '../actor/registry.ts'

/** Whether a key belongs to a text that is being written. */
const isTyped = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null

/** One decision: that it can be undone, that it is on its way, or why it did not take effect. */
export function DecisionStrip({ actor }: { readonly actor: TicketActorRef }) {
  const t = useT()
  const navigate = useNavigate()
  const state = useSelector(actor, ({ value }) => value.decision)
  const decision = useSelector(actor, ({ context }) => context.decision)
  const refusal = useSelector(actor, ({ context }) => context.refusal)
  useEffect(() => {
    if (state !== 'undoable') return
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyped(event))
        return
      event.preventDefault()
      undoDecision(actor)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [actor, state])
  if (decision === null) return null
  const { no } = decision
  const action = decision.action as Under<'ticketAction.done'> & Under<'ticketAction.action'>
  const done = t(`ticketAction.done.${action}`)
  const reopen = (): void => {
    undoDecision(actor)
    void navigate(`/workflow/ticket/${actor.getSnapshot().context.id}`)
  }
  if (state === 'undoable')
    return (
      <Strip text={t('ticketAction.pending.undoable', [done, no])} hasTime>
        <Button
          size="small"
          variant="outlined"
          text={t('ticketAction.pending.undo')}
          title={t('ticketAction.pending.undoKey')}
          onClick={() => undoDecision(actor)}
        />
      </Strip>
    )
  if (state === 'sending') return <Strip text={t('ticketAction.pending.sending', [done, no])} />
  if (state === 'unreached')
    return (
      <Strip text={t('ticketAction.pending.unreached', [done, no])} tone="danger">
        <Button
          size="small"
          variant="outlined"
          text={t('ticketAction.pending.sendNow')}
          onClick={() => actor.send({ type: 'SEND_NOW' })}
        />
      </Strip>
    )
  return (
    <Strip
      text={t('ticketAction.pending.refused', [
        t(`ticketAction.action.${action}`),
        no,
        errorText(refusal, t('http.failed')),
      ])}
      tone="danger"
    >
      <Button size="small" variant="outlined" text={t('ticketAction.pending.reopen')} onClick={reopen} />
      <Button
        size="small"
        variant="minimal"
        text={t('ticketAction.pending.dismiss')}
        onClick={() => actor.send({ type: 'DISMISSED' })}
      />
    </Strip>
  )
}

interface StripProps {
  readonly text: string
  readonly tone?: 'danger'
  /** A line shows how much of the time is left. */
  readonly hasTime?: boolean
  readonly children?: ReactNode
}

function Strip({ text, tone, hasTime = false, children }: StripProps) {
  return (
    <div className={tone === undefined ? 'decision-strip' : `decision-strip is-${tone}`}>
      <span className="decision-text">{text}</span>
      {children}
      {hasTime ? <span className="decision-time" aria-hidden /> : null}
    </div>
  )
}
