import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useRef, useState } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useInputAutosave } from '#src/client/components/forms/unsaved/useInputAutosave.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { t as now, useT } from '#src/client/platform/i18n/index.ts'
import type { RecordAction, RecordDefinition } from '#src/define/record.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import { isLines, rowsOf } from '#src/fields/lines/lines.ts'
import type { RecordRow } from '../list/useRecordList.ts'
import { valuesOf } from '../model.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import { FormPanel } from './FormPanel.tsx'
import { revealedIn } from './revealed.ts'
import { useBoundRow } from './useBoundRow.ts'

interface ActionDialogProps {
  readonly record: RecordDefinition
  readonly row: RecordRow
  readonly name: string
  readonly action: RecordAction & { readonly fields: Fields }
  /** What is written outlives a reload, for pages that are used on the way. */
  readonly keepsInput?: boolean
  readonly onClose: () => void
}

/** An action beside the CRUD ones that asks something first. */
export function ActionDialog({ record, row: asked, name, action, keepsInput = false, onClose }: ActionDialogProps) {
  const t = useT()
  const client = useQueryClient()
  const texts = useRecordTexts(record)
  const prefix = `${useId()}-`
  // The row as it was when the action was opened; a later one is said, and taken over on request.
  const [row, setRow] = useState(asked)
  const isSent = useRef(false)
  // What the row says already is where the action begins: the amount that was declared, the total that holds.
  const initial = useMemo(() => startOf(action.fields, row), [action, row])
  const fields = useMemo(() => withGivenRows(action.fields, initial), [action, initial])
  // As on the server, its conditions also look at the row.
  const facts = useMemo(() => factsOf(record.fields, valuesOf(record.fields, row)), [record, row])
  const form = useForm({ prefix, fields, initial, rules: () => ({ facts }) })
  const formName = `${record.name} ${row.id} ${name}`
  const dropInput = useInputAutosave(keepsInput ? formName : null, form)
  const notice = useBoundRow(record, row, name, {
    isSending: form.state.saving || isSent.current,
    onContinue: (newest) => {
      setRow(newest)
      form.rebase(startOf(action.fields, newest))
    },
  })
  const submit = async (): Promise<boolean> => {
    const done = await form.submit(async (values, key) => {
      await api.post(`${record.path}${row.id}/${name}/`, { ...values, version: row.version }, { key, quiet: true })
      isSent.current = true
    })
    if (done) {
      void client.invalidateQueries({ queryKey: [record.name] })
      toast('success', t('records.list.done', [texts.action(name)]))
    }
    return done
  }
  return (
    <FormPanel
      title={`${texts.action(name)} · ${texts.nameOf(row)}`}
      prefix={prefix}
      fields={fields}
      labels={texts.labels}
      form={form}
      unsavedAs={formName}
      submitText={texts.action(name)}
      intent={action.intent ?? 'primary'}
      notice={notice}
      onSubmit={submit}
      onClose={() => {
        dropInput()
        onClose()
      }}
    />
  )
}

/** Where the action begins. */
const startOf = (fields: Fields, row: RecordRow): FormData => ({
  ...initialValues(fields, browserTime()),
  ...known(fields, row),
})

/** Values the row has for fields of the action. */
function known(fields: Fields, row: RecordRow): FormData {
  const values = valuesOf(fields, row)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
}

/** Rows that say something of the record besides what is written into them are the record's: none comes or goes. */
function withGivenRows(fields: Fields, values: FormData): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const count = rowsOf(values[name]).length
      const isGiven = isLines(field) && Object.values(field.fields).some(({ computed }) => computed === true)
      return [name, isGiven && count > 0 ? { ...field, min: count, max: count } : field]
    }),
  )
}

/** An action that needs no form: asks once and does it; resolves to whether it was done. */
export async function confirmAction(
  record: RecordDefinition,
  row: RecordRow,
  name: string,
  action: RecordAction,
  words: { readonly action: string; readonly row: string },
): Promise<boolean> {
  const intent = action.intent === 'danger' || action.intent === 'warning' ? action.intent : 'primary'
  if (
    !(await confirmDialog({
      text: now('records.list.confirmAction', [words.action, words.row]),
      intent,
      confirmText: words.action,
    }))
  )
    return false
  await doAction(record, row, name, words.action)
  return true
}

/** Does an action that needs no form at once, for buttons that say what they do and can be taken back. */
export async function doAction(record: RecordDefinition, row: RecordRow, name: string, title: string): Promise<void> {
  const answer = await api.post(`${record.path}${row.id}/${name}/`, { version: row.version }, { key: newKey() })
  const shown = revealedIn(record, answer)
  if (shown === null) return toast('success', now('records.list.done', [title]))
  await confirmDialog({
    text: now('records.list.revealed', [title, shown]),
    confirmText: now('common.close'),
    isNotice: true,
  })
}
