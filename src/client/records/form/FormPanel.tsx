import { Button, Callout } from '@blueprintjs/core'
import {
  type ComponentType,
  createContext,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
} from 'react'
import { FormFields, type FormFieldsProps } from '#src/client/components/forms/FormFields.tsx'
import type { Labels, Row } from '#src/client/components/forms/kinds.ts'
import { leftField } from '#src/client/components/forms/leftField.ts'
import { RefusalNote } from '#src/client/components/forms/RefusalNote.tsx'
import { UnreachedNote } from '#src/client/components/forms/UnreachedNote.tsx'
import { UnsavedIn } from '#src/client/components/forms/unsaved/UnsavedIn.tsx'
import { confirmLeave } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import type { Form } from '#src/client/components/forms/useForm.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Fields } from '#src/fields/field.ts'
import { BarSheet } from '../list/BarSheet.tsx'
import { Sheet } from '../list/Sheet.tsx'
import { BoundCallout, type BoundNotice } from './BoundNotice.tsx'
import { BusyButton } from './BusyButton.tsx'

/** Up to this many fields a form is a dialog, above it a drawer (FORM-STD). */
const DIALOG_FIELDS = 8

/** How a page draws the fields of its record's form, where two columns of controls would not say what belongs together. */
export const DrawnFields = createContext<ComponentType<FormFieldsProps>>(FormFields)

interface FormPanelProps {
  readonly title: string
  readonly prefix: string
  readonly fields: Fields
  readonly labels: Labels
  readonly form: Form
  readonly row?: Row | null
  readonly submitText: string
  readonly intent?: 'primary' | 'success' | 'warning' | 'danger'
  /** In place of the fields while there is nothing to fill in. */
  readonly instead?: ReactNode
  /** The form's name among everything unsaved, where its owner does not offer that itself. */
  readonly unsavedAs?: string
  /** Above the fields, e.g. a choice that is not a field. */
  readonly before?: ReactNode
  /** Below the fields, e.g. the password that confirms the action. */
  readonly after?: ReactNode
  /** What happened to the object of the form since it was opened: nothing is sent until the person has seen it. */
  readonly notice?: BoundNotice | null
  /** At the foot of the page instead of in front of it: for a short form about what the page shows. */
  readonly isBar?: boolean
  readonly onSubmit: () => Promise<boolean>
  readonly onRebase?: () => Promise<void>
  readonly onClose: () => void
}

/** A form in a dialog or, when long, in a drawer: Enter saves, in a long text Ctrl+Enter; closing a changed one asks first. */
export function FormPanel(props: FormPanelProps) {
  const { title, fields, form, onClose } = props
  const t = useT()
  const formId = useId()
  const { saving } = form.state
  const notice = props.notice ?? null
  const isOver = notice?.isOver === true
  const close = async (): Promise<void> => {
    if (saving) return
    // What can no longer be sent is not asked for.
    if (isOver || !form.isDirty || (await confirmLeave())) onClose()
  }
  const send = async (): Promise<void> => {
    if (notice === null && (await props.onSubmit())) onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  const leave = (event: FocusEvent<HTMLFormElement>): void => {
    const path = leftField(event, props.prefix)
    if (path !== null) form.leave(path)
  }
  // In a text of several lines Enter begins the next one.
  const handleKey = (event: KeyboardEvent<HTMLFormElement>): void => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return
    // In the bar an empty text has no second line.
    const isEmptyText = event.target instanceof HTMLTextAreaElement && event.target.value === ''
    if (!(event.ctrlKey || event.metaKey || (props.isBar === true && isEmptyText))) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  const isEmpty = props.instead !== undefined && props.instead !== null
  const body = (
    <form id={formId} noValidate onSubmit={submit} onKeyDown={handleKey} onBlur={leave}>
      {isEmpty ? (
        props.instead
      ) : (
        <>
          <PanelFields {...props} />
          <UnreachedNote state={form.state} />
          <StartHere formId={formId} isBar={props.isBar === true} />
        </>
      )}
    </form>
  )
  const actions = (
    <>
      <RefusalNote
        prefix={props.prefix}
        order={Object.keys(fields)}
        labels={props.labels}
        problems={form.state.problems}
      />
      <Button
        text={t(isOver ? 'common.goOn' : 'common.cancel')}
        {...(isOver && { intent: 'primary' as const })}
        onClick={() => void close()}
      />
      <BusyButton
        type="submit"
        form={formId}
        intent={props.intent ?? 'primary'}
        text={props.submitText}
        isBusy={saving}
        isOff={notice !== null}
        disabled={isEmpty}
      />
    </>
  )
  if (props.isBar === true)
    return (
      <BarSheet title={title} onClose={() => void close()} footer={actions}>
        {body}
      </BarSheet>
    )
  return (
    <Sheet
      title={title}
      shape={Object.keys(fields).length <= DIALOG_FIELDS ? 'dialog' : 'drawer'}
      onClose={() => void close()}
      footer={actions}
    >
      {body}
    </Sheet>
  )
}

/** Puts the focus into the first control. A part of the form, since the form itself stands in a portal that comes later than its owner's effects. */
function StartHere({ formId, isBar }: { readonly formId: string; readonly isBar: boolean }) {
  useEffect(() => {
    document.getElementById(formId)?.querySelector<HTMLElement>('input, select, textarea')?.focus({
      // What is decided on stays where it is read.
      preventScroll: isBar,
    })
  }, [formId, isBar])
  return null
}

function PanelFields({
  fields,
  labels,
  form,
  prefix,
  row,
  unsavedAs,
  before,
  after,
  notice,
  onRebase,
}: FormPanelProps) {
  const t = useT()
  const Drawn = useContext(DrawnFields)
  const { values, saving, conflict } = form.state
  const problems = { ...form.state.noticed, ...form.state.problems }
  return (
    <>
      {notice == null ? null : <BoundCallout notice={notice} />}
      {conflict && notice == null ? (
        <Callout intent="warning" role="alert" className="form-notice">
          <p>{t('records.form.conflict')}</p>
          {onRebase === undefined ? null : (
            <Button size="small" text={t('records.form.rebase')} onClick={() => void onRebase()} />
          )}
        </Callout>
      ) : null}
      {unsavedAs === undefined ? null : <UnsavedIn name={unsavedAs} form={form} />}
      {before}
      <Drawn
        prefix={prefix}
        fields={fields}
        labels={labels}
        values={values}
        onChange={form.change}
        problems={problems}
        disabled={saving}
        {...form.rules}
        {...(row == null ? {} : { row })}
      />
      {after}
    </>
  )
}
