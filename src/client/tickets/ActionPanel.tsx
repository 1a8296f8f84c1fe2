import { Callout } from '@blueprintjs/core'
import { useId, useMemo, useState } from 'react'
import { PeopleSource } from '#src/client/forms/peopleSource.ts'
import { useForm } from '#src/client/forms/useForm.ts'
import { ApiError, codes } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { FormPanel } from '#src/client/records/FormPanel.tsx'
import { toast } from '#src/client/ui/index.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { TicketButton, TicketDetail } from '#src/define/tickets.ts'
import { type Fields, type FormData, longText, people, person } from '#src/fields/field.ts'
import { CalledInInput, type SignWay, SignWayInput } from './CallIn.tsx'
import { ConversionInput } from './ConversionInput.tsx'
import { useFormLabels } from './labels.ts'
import { useReversal, useSign, useTicketAction } from './queries.ts'
import { firstWay, type ReturnWay, ReturnWayInput } from './ReturnWay.tsx'
import { noSignature, SignatureInput } from './Signature.tsx'
import { deedName } from './unsavedDeeds.ts'

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
const asked: Readonly<Record<AskingAction, Fields>> = {
  approve: { comment: longText(0, LONG) },
  handle: { comment: longText(0, LONG) },
  reject: { comment: longText(SHORT, LONG, { required: true }) },
  return: { comment: longText(SHORT, LONG, { required: true }) },
  refuse: { comment: longText(SHORT, LONG, { required: true }) },
  transfer: { to: person({ required: true }), comment: longText(0, LONG) },
  delegate: { to: person({ required: true }), comment: longText(0, LONG) },
  addSign: { people: people(5, { required: true }), comment: longText(0, LONG) },
  removeSign: { comment: longText(0, LONG) },
  cc: { people: people(20, { required: true }) },
  void: { comment: longText(VOID, LONG, { required: true }) },
  revoke: { comment: longText(SHORT, LONG, { required: true }) },
  convert: { comment: longText(0, NOTE) },
}

/** Deeds for which somebody else is chosen among those the state allows (25.5). */
const callsIn: readonly AskingAction[] = ['transfer', 'delegate', 'addSign']

/** The fields this state lets me write; those it requires are required. */
function writableFields(detail: TicketDetail, action: AskingAction): Fields {
  if (action !== 'approve' && action !== 'handle') return {}
  return Object.fromEntries(
    Object.entries(formFieldsOf(detail.form)).flatMap(([name, field]) => {
      const permission = detail.fieldPermissions[name]
      if (permission !== 'write' && permission !== 'required') return []
      return [[name, { ...field, computed: false, ...(permission === 'required' && { required: true }) }]]
    }),
  )
}

interface ActionPanelProps {
  readonly detail: TicketDetail
  readonly action: AskingAction
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** One decision: the fields this step fills in, the comment, and what the action needs to know. The server decides again (TKT-01). */
export function ActionPanel({ detail, action, onClose, onDone }: ActionPanelProps) {
  const t = useT()
  const formLabels = useFormLabels(detail.type, detail.form)
  const send = useTicketAction()
  const prefix = `${useId()}-`
  const writable = useMemo(() => writableFields(detail, action), [detail, action])
  const fields = useMemo(() => ({ ...writable, ...asked[action] }), [writable, action])
  const initial = useMemo(
    (): FormData => ({
      ...Object.fromEntries(Object.keys(writable).map((name) => [name, detail.formData[name] ?? null])),
      comment: '',
    }),
    [writable, detail],
  )
  const form = useForm({ prefix, fields, initial, isStored: true })
  const mustSign = action === 'approve' && detail.mustSign
  const [signature, setSignature] = useState(noSignature)
  const sign = useSign()
  const [way, setWay] = useState<SignWay>({ where: 'before', mode: 'all' })
  const [taken, setTaken] = useState<readonly number[]>(detail.calledIn.map(({ id }) => id))
  const [type, setType] = useState('')
  const [back, setBack] = useState<ReturnWay>(() => firstWay(detail))

  const labels = (path: string): string => {
    if (path === 'to') return t(action === 'delegate' ? 'deed.dialog.delegateTo' : 'deed.dialog.transferTo')
    if (path === 'people') return t(action === 'addSign' ? 'deed.dialog.addSignTo' : 'deed.dialog.ccTo')
    if (path !== 'comment') return formLabels(path)
    if (action === 'revoke') return t('deed.dialog.revokeReason')
    return t(
      action === 'void'
        ? 'deed.dialog.voidReason'
        : fields.comment?.required === true
          ? 'deed.dialog.commentRequired'
          : 'deed.dialog.comment',
    )
  }
  const submit = async (): Promise<boolean> => {
    if (mustSign && (signature.picture === null || signature.password === '')) {
      toast('warning', t('ticket.signature.missing'))
      return false
    }
    if (action === 'convert' && type === '') {
      toast('warning', t('deed.dialog.convertFirst'))
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
        ...((action === 'transfer' || action === 'delegate') && { userId: values.to }),
        ...(action === 'addSign' && { userIds: values.people, ...way }),
        ...(action === 'removeSign' && { userIds: taken }),
        ...(action === 'cc' && { userIds: values.people }),
        ...(action === 'convert' && { type }),
      }
      try {
        await send(detail.id, action, body, key)
      } catch (error) {
        // The list and the page behind are already fetched anew; the panel says why nothing happened.
        if (error instanceof ApiError && error.code === codes.rule && error.errKey === 'wf.stateChanged')
          toast('warning', error.message)
        throw error
      }
    })
    if (done) {
      toast('success', `${t(`deed.done.${action}`)} · ${detail.no}`)
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
      title={`${t(`deed.action.${action}`)} · ${detail.title}`}
      prefix={prefix}
      fields={fields}
      labels={labels}
      form={form}
      unsavedAs={deedName(detail, action)}
      row={detail.formData}
      submitText={t(`deed.action.${action}`)}
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
          <CircleHint circle={detail.circle} />
        ) : action === 'delegate' ? (
          <>
            <p className="form-notice">{t('deed.dialog.delegateHint')}</p>
            <CircleHint circle={detail.circle} />
          </>
        ) : action === 'addSign' ? (
          <>
            <SignWayInput value={way} onChange={setWay} />
            <CircleHint circle={detail.circle} />
          </>
        ) : action === 'removeSign' ? (
          <CalledInInput people={detail.calledIn} value={taken} onChange={setTaken} />
        ) : action === 'convert' ? (
          <ConversionInput types={detail.convertibleTo} value={type} onChange={setType} />
        ) : action === 'revoke' ? (
          <p className="form-notice">{t('deed.dialog.revokeHint')}</p>
        ) : action === 'void' ? (
          <Reversal id={detail.id} />
        ) : mustSign ? (
          <SignatureInput value={signature} onChange={setSignature} />
        ) : null
      }
      // After the reason: the first thing to be written has the focus.
      after={action === 'return' ? <ReturnWayInput detail={detail} value={back} onChange={setBack} /> : null}
      onSubmit={submit}
      onClose={onClose}
    />
  )
  return callsIn.includes(action) ? <PeopleSource value={source}>{panel}</PeopleSource> : panel
}

/** Among whom somebody is chosen, where the state says so. */
function CircleHint({ circle }: Pick<TicketDetail, 'circle'>) {
  const t = useT()
  return circle === null ? null : <p className="form-notice">{t('deed.dialog.circle', [circle])}</p>
}

/** What a void undoes, said before it is confirmed (20.7). */
function Reversal({ id }: { readonly id: number }) {
  const t = useT()
  const { data } = useReversal(id)
  return (
    <Callout intent="warning" compact className="form-notice">
      <p>{t('deed.dialog.voidHint')}</p>
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
