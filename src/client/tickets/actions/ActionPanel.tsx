import { Callout } from '@blueprintjs/core'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { MIN_REASON_LENGTH, MIN_VOID_REASON_LENGTH } from '#machines/ticket/engine/limits.ts'
import { DrawnComment } from '#src/client/components/forms/drawnComment.ts'
import { PeopleSource } from '#src/client/components/forms/inputs/peopleSource.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { PhraseInput, PhrasesFor } from '#src/client/phrases/PhraseInput.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import type { SeenTicket } from '#src/client/tickets/actor/seen.ts'
import { formFieldsOf } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import { phraseActions } from '#src/define/phrases.ts'
import type { TicketButton } from '#src/define/tickets/line.ts'
import { type Fields, type FormData, longText, people, person } from '#src/fields/field.ts'
import { useHeadline } from '../detail/headline.ts'
import { useFormLabels } from '../labels.ts'
import { useReversal, useSign } from '../queries.ts'
import { CalledInInput, type SignMode, SignModeInput } from './CallIn.tsx'
import { ConversionInput } from './ConversionInput.tsx'
import { firstMode, type ReturnMode, ReturnModeInput } from './ReturnMode.tsx'
import { noSignature, SignatureInput } from './Signature.tsx'
import { actionName } from './unsavedActions.ts'
import { useBound } from './useBound.ts'
import { useDecide } from './useDecide.ts'
import { useTakenBack } from './useUndone.ts'

/** Actions that ask something before they are sent. */
export type AskingAction = Extract<
  TicketButton,
  | 'approve'
  | 'reject'
  | 'return'
  | 'handle'
  | 'refuse'
  | 'transfer'
  | 'delegate'
  | 'addSign'
  | 'removeSign'
  | 'cc'
  | 'void'
  | 'revoke'
  | 'convert'
>

const SHORT = 5
const VOID = 10
const LONG = 500
/** Beside the words that say into what a ticket was turned. */
const NOTE = 300

/** What an action asks besides the writable fields of the state (WF-09, WF-10). */
const actionFields: Readonly<Record<AskingAction, Fields>> = {
  approve: { comment: longText(0, LONG) },
  handle: { comment: longText(0, LONG) },
  reject: { comment: longText(SHORT, LONG, { required: true }) },
  return: { comment: longText(SHORT, LONG, { required: true }) },
  refuse: { comment: longText(SHORT, LONG, { required: true }) },
  transfer: { userId: person({ required: true }), comment: longText(0, LONG) },
  delegate: { userId: person({ required: true }), comment: longText(0, LONG) },
  addSign: { userIds: people(5, { required: true }), comment: longText(0, LONG) },
  removeSign: { comment: longText(0, LONG) },
  cc: { userIds: people(20, { required: true }) },
  void: { comment: longText(VOID, LONG, { required: true }) },
  revoke: { comment: longText(SHORT, LONG, { required: true }) },
  convert: { comment: longText(0, NOTE) },
}

/** Actions for which somebody else is chosen among those the state allows (25.5). */
const callsIn: readonly AskingAction[] = ['transfer', 'delegate', 'addSign']

/** The fields this state lets me write; those it requires are required. */
function writableFields(detail: SeenTicket, action: AskingAction): Fields {
  if (action !== 'approve' && action !== 'handle') return {}
  return Object.fromEntries(
    Object.entries(formFieldsOf(detail.form)).flatMap(([name, field]) => {
      const permission = detail.fieldPermissions[name]
      if (permission !== 'write' && permission !== 'required') return []
      return [[name, { ...field, computed: false, ...(permission === 'required' && { required: true }) }]]
    }),
  )
}

/** Where the dialog begins: with what the form says already, and no comment. */
const startOf = (writable: Fields, detail: SeenTicket): FormData => ({
  ...Object.fromEntries(Object.keys(writable).map((name) => [name, detail.formData[name] ?? null])),
  comment: '',
})

interface ActionPanelProps {
  /** The ticket as it was when the action was opened; later versions are said, never taken. */
  readonly detail: SeenTicket
  readonly action: AskingAction
  /** At the foot of the page that shows the ticket. */
  readonly isBar: boolean
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** One decision: the fields this step fills in, the comment, and what the action needs to know. The server decides again (TKT-01). */
export function ActionPanel({ detail: asked, action, isBar, onClose, onDone }: ActionPanelProps) {
  const t = useT()
  const { opened: detail, noticeOf } = useBound(asked, action)
  const isSent = useRef(false)
  const formLabels = useFormLabels(detail.type, detail.form)
  const headline = useHeadline()
  const { isUndoable, decide } = useDecide()
  const takenBack = useTakenBack(asked.id, action)
  const prefix = `${useId()}-`
  const writable = useMemo(() => writableFields(detail, action), [detail, action])
  const fields = useMemo(() => ({ ...writable, ...actionFields[action] }), [writable, action])
  const initial = useMemo(() => startOf(writable, detail), [writable, detail])
  const rulesOf = (changes: FormData) =>
    formRules(detail.form, detail.applicantFacts, { ...detail.formData, ...changes })
  const form = useForm({ prefix, fields, initial, rules: rulesOf, isStored: true })
  const mustSign = action === 'approve' && detail.mustSign
  const [signature, setSignature] = useState(noSignature)
  const sign = useSign()
  const [signMode, setMode] = useState<SignMode>({ where: 'before', mode: 'all' })
  const [taken, setTaken] = useState<readonly number[]>(detail.calledIn.map(({ id }) => id))
  const [type, setType] = useState('')
  const [back, setBack] = useState<ReturnMode>(() => firstMode(detail))

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens.
  useEffect(() => {
    if (takenBack === null) return
    for (const [name, value] of Object.entries(takenBack.values))
      if (name in form.state.values && value !== undefined) form.change(name, value)
    if (Object.keys(takenBack.problems).length > 0) form.refuse(takenBack.problems)
  }, [])

  const labels = (path: string): string => {
    if (path === 'userId')
      return t(action === 'delegate' ? 'ticketAction.dialog.delegateTo' : 'ticketAction.dialog.transferTo')
    if (path === 'userIds')
      return t(action === 'addSign' ? 'ticketAction.dialog.addSignTo' : 'ticketAction.dialog.ccTo')
    if (path !== 'comment') return formLabels(path)
    if (action === 'revoke') return t('ticketAction.dialog.revokeReason', [MIN_REASON_LENGTH])
    if (action === 'void') return t('ticketAction.dialog.voidReason', [MIN_VOID_REASON_LENGTH])
    return fields.comment?.required === true
      ? t('ticketAction.dialog.commentRequired', [MIN_REASON_LENGTH])
      : t('ticketAction.dialog.comment')
  }
  const submit = async (): Promise<boolean> => {
    if (mustSign && (signature.picture === null || signature.password === '')) {
      toast('warning', t('ticket.signature.missing'))
      return false
    }
    if (action === 'convert' && type === '') {
      toast('warning', t('ticketAction.dialog.convertFirst'))
      return false
    }
    const done = await form.submit(async (values, key) => {
      const formData = Object.fromEntries(Object.keys(writable).map((name) => [name, values[name] ?? null]))
      const body = {
        ...(mustSign && { signature: await sign(detail.id, signature) }),
        version: detail.version,
        ...(detail.visit !== null && action !== 'revoke' && action !== 'convert' && { visit: detail.visit }),
        comment: values.comment ?? '',
        ...(Object.keys(writable).length > 0 && { formData }),
        ...(action === 'return' && back),
        ...((action === 'transfer' || action === 'delegate') && { userId: values.userId }),
        ...(action === 'addSign' && {
          userIds: values.userIds,
          where: signMode.where,
          // Beside the holder the rule of the step counts.
          ...(signMode.where !== 'parallel' && { mode: signMode.mode }),
        }),
        ...(action === 'removeSign' && { userIds: taken }),
        ...(action === 'cc' && { userIds: values.userIds }),
        ...(action === 'convert' && { type }),
      }
      isSent.current = true
      try {
        await decide(detail, action, { body, values, key })
      } catch (error) {
        isSent.current = false
        throw error
      }
    })
    if (done) {
      if (!isUndoable(action))
        toast('success', `${t(`ticketAction.done.${action}`)} ${detail.no}`, {
          many: {
            group: `ticket.${action}`,
            text: (count) => t('ticketAction.doneMany', [t(`ticketAction.done.${action}`), count]),
          },
        })
      onDone?.()
    }
    return done
  }
  const source = useMemo(
    () => ({
      url: `/api/workflow/ticket/${detail.id}/helpers/`,
      query: detail.visit === null ? {} : { visit: String(detail.visit) },
    }),
    [detail.id, detail.visit],
  )
  const panel = (
    <FormPanel
      title={`${t(`ticketAction.action.${action}`)} · ${headline(detail)}`}
      prefix={prefix}
      fields={fields}
      labels={labels}
      form={form}
      isBar={isBar}
      unsavedAs={actionName(detail, action)}
      row={detail.formData}
      notice={noticeOf({
        isSending: form.state.saving || isSent.current,
        hasComment: (form.state.values.comment ?? '') !== '',
        onContinue: (newest) => form.rebase(startOf(writableFields(newest, action), newest)),
      })}
      submitText={t(`ticketAction.action.${action}`)}
      intent={
        action === 'approve' || action === 'handle'
          ? 'primary'
          : action === 'reject' || action === 'void'
            ? 'danger'
            : action === 'return' || action === 'refuse'
              ? 'warning'
              : 'primary'
      }
      before={
        action === 'transfer' ? (
          <EligiblePeopleHint eligiblePeople={detail.eligiblePeople} />
        ) : action === 'delegate' ? (
          <>
            <p className="form-notice">{t('ticketAction.dialog.delegateHint')}</p>
            <EligiblePeopleHint eligiblePeople={detail.eligiblePeople} />
          </>
        ) : action === 'addSign' ? (
          <>
            <SignModeInput value={signMode} onChange={setMode} />
            <EligiblePeopleHint eligiblePeople={detail.eligiblePeople} />
          </>
        ) : action === 'removeSign' ? (
          <CalledInInput people={detail.calledIn} value={taken} onChange={setTaken} />
        ) : action === 'convert' ? (
          <ConversionInput types={detail.convertibleTo} value={type} onChange={setType} />
        ) : action === 'revoke' ? (
          <p className="form-notice">{t('ticketAction.dialog.revokeHint')}</p>
        ) : action === 'void' ? (
          <Reversal id={detail.id} />
        ) : mustSign ? (
          <SignatureInput value={signature} onChange={setSignature} />
        ) : null
      }
      // After the reason: the first thing to be written has the focus.
      after={action === 'return' ? <ReturnModeInput detail={detail} value={back} onChange={setBack} /> : null}
      onSubmit={submit}
      onClose={onClose}
    />
  )
  if (callsIn.includes(action)) return <PeopleSource value={source}>{panel}</PeopleSource>
  const offered = phraseActions.find((one) => one === action)
  return offered === undefined ? (
    panel
  ) : (
    <PhrasesFor value={offered}>
      <DrawnComment value={PhraseInput}>{panel}</DrawnComment>
    </PhrasesFor>
  )
}

/** Among whom somebody is chosen, where the state says so. */
function EligiblePeopleHint({ eligiblePeople }: Pick<SeenTicket, 'eligiblePeople'>) {
  const t = useT()
  return eligiblePeople === null ? null : (
    <p className="form-notice">{t('ticketAction.dialog.eligiblePeople', [eligiblePeople])}</p>
  )
}

/** What a void undoes, said before it is confirmed (20.7). */
function Reversal({ id }: { readonly id: number }) {
  const t = useT()
  const { data } = useReversal(id)
  return (
    <Callout intent="warning" compact className="form-notice">
      <p>{t('ticketAction.dialog.voidHint')}</p>
      {data === undefined ? null : (
        <>
          <p>{t('ticket.reversal.title')}</p>
          <ul>
            {data.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Callout>
  )
}
