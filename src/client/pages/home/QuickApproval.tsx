import { Button } from '@blueprintjs/core'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { moneyText, toast } from '#src/client/components/ui/index.ts'
import { PhraseInput } from '#src/client/phrases/PhraseInput.tsx'
import { ApiError, kindOf, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BoundCallout } from '#src/client/records/form/BoundNotice.tsx'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { useBound } from '#src/client/tickets/actions/useBound.ts'
import { useDecide } from '#src/client/tickets/actions/useDecide.ts'
import { useHeadline } from '#src/client/tickets/detail/headline.ts'
import type { UrgentTask } from '#src/define/tickets/lists.ts'
import { longText } from '#src/fields/field.ts'

const field = longText(0, 500)

/** What is approved, a comment, and the word for it. The server looks again at everything that forbids it (10.2, WF-17). */
export function QuickApproval({ task: asked, onClose }: { readonly task: UrgentTask; readonly onClose: () => void }) {
  const t = useT()
  const { isUndoable, decide } = useDecide()
  const headline = useHeadline()
  const id = useId()
  const [comment, setComment] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isSent, setSent] = useState(false)
  const { opened: task, noticeOf } = useBound(asked, 'approve')
  const notice = noticeOf({
    isSending: isBusy || isSent,
    hasComment: comment !== '',
    onContinue: () => setKey(newKey()),
  })
  // One key for this question: a lost answer that is asked for again must not decide twice.
  const [key, setKey] = useState(newKey)
  const approve = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = { version: task.version, comment }
      await decide(task, 'approve', { body, values: { comment }, key, path: 'approve_at_once' })
      setSent(true)
      if (!isUndoable('approve'))
        toast('success', `${t('ticketAction.done.approve')} ${task.no}`, {
          many: {
            group: 'ticket.approve',
            text: (count) => t('ticketAction.doneMany', [t('ticketAction.done.approve'), count]),
          },
        })
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(kindOf(error), error.message)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (notice === null) ignoreApiError(approve())
  }
  const handleKey = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form
      className="quick-approval"
      role="dialog"
      aria-label={t('home.approveIt', [headline(task)])}
      onSubmit={submit}
      onKeyDown={handleKey}
    >
      {notice === null ? null : <BoundCallout notice={notice} />}
      <strong>{t('home.approveTitle')}</strong>
      <p>
        {task.no} · {task.applicant.name}
        <br />
        {headline(task)}
        {task.amount === null ? '' : ` · ${moneyText(task.amount)}`}
      </p>
      <label htmlFor={id}>{t('ticketAction.dialog.comment')}</label>
      <PhraseInput
        id={id}
        name="comment"
        field={field}
        value={comment}
        label={t('ticketAction.dialog.comment')}
        required={false}
        disabled={isBusy}
        invalid={false}
        problems={{}}
        describedBy={undefined}
        context={{ labels: () => t('ticketAction.dialog.comment') }}
        onChange={(value) => setComment(typeof value === 'string' ? value : '')}
      />
      <div className="quick-approval-actions">
        <Button size="small" text={t(notice?.isOver === true ? 'common.goOn' : 'common.cancel')} onClick={onClose} />
        <BusyButton
          size="small"
          type="submit"
          intent="primary"
          text={t('ticketAction.action.approve')}
          isBusy={isBusy}
          isOff={notice !== null}
        />
      </div>
    </form>
  )
}
