import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import type { Facts, FactValue } from '#machines/ticket/definition/definition.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { type Offer, useUnsaved } from '#src/client/components/forms/unsaved/useUnsaved.ts'
import { type Form, useForm } from '#src/client/components/forms/useForm.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDefaultChoices } from '#src/client/platform/session/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { isProposed } from '#src/define/workflows/proposals.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import type { RecordRow } from '../list/useRecordList.ts'
import { formFields, valuesOf } from '../model.ts'
import { answerQuestion } from './answerQuestion.ts'
import { asShown } from './revealed.ts'
import { formName, isReopened } from './unsavedForms.ts'

export interface RecordForm {
  readonly form: Form
  readonly prefix: string
  /** All that is shown, read-only fields included. */
  readonly fields: Fields
  /** The stored row when editing; null until it is there and for a new record. */
  readonly row: RecordRow | null
  readonly isLoading: boolean
  readonly error: unknown
  readonly retry: () => void
  /** `password` confirms the action where the record asks for it. */
  readonly save: (password?: string) => Promise<boolean>
  /** What was unsaved in it when the sign-in expired; null when nothing was. */
  readonly unsaved: Offer | null
  /** After a conflict: the newest values below what was typed. */
  readonly rebase: () => Promise<void>
}

/** What is given from outside is not asked. */
const withoutPreset = (fields: Fields, preset: FormData): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in preset)))

const isFact = (value: FieldValue | undefined): value is FactValue => typeof value !== 'object' && value !== undefined
const factsOf = (preset: FormData): Facts =>
  Object.fromEntries(Object.entries(preset).flatMap(([name, value]) => (isFact(value) ? [[name, value]] : [])))

/** One row of a record, always read afresh, so that a form starts from the newest version. */
export function useRecordRow(record: RecordDefinition, id: number | null) {
  return useQuery({
    queryKey: [record.name, 'one', id],
    queryFn: ({ signal }) => api.get(`${record.path}${id}/`, { signal, quiet: true }),
    enabled: id !== null,
  })
}

const none: FormData = {}
const confirmed = (password: string | undefined) => (password === undefined ? {} : { password })

/** The create or edit form of a record: `version` sent back, conflicts shown, names of the server's problems at their fields (FORM-STD). */
export function useRecordForm(
  record: RecordDefinition,
  id: number | null,
  onSaved?: (answer: unknown) => void,
  preset: FormData = none,
  first: FormData = none,
): RecordForm {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const isNew = id === null
  const fields = useMemo(() => withoutPreset(formFields(record, isNew), preset), [record, isNew, preset])
  const { data, error, refetch } = useRecordRow(record, id)
  const [row, setRow] = useState<RecordRow | null>(null)
  const written = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(fields).flatMap(([name, field]) =>
          field.computed === true ? [] : [[name, row === null ? field : asShown(field)]],
        ),
      ),
    [fields, row],
  )
  const chosen = useDefaultChoices()
  const initial = useMemo(
    () => ({ ...chosen(written, initialValues(written, browserTime())), ...first }),
    [written, chosen, first],
  )
  // Conditions see what is given from outside as if it had been filled in.
  const rules = useMemo(() => () => ({ facts: factsOf(preset) }), [preset])
  const form = useForm({ prefix, fields: written, initial, rules, isStored: !isNew })

  useEffect(() => {
    // A live message may bring newer rows while somebody types: the form keeps the version it started from.
    if (data !== undefined && row === null) {
      setRow(data)
      form.load(valuesOf(fields, data))
    }
  }, [data, row, fields, form])

  const name = formName({ record: record.name, id, preset })
  const unsaved = useUnsaved(name, form)
  const isThere = isNew || row !== null
  const restore = unsaved?.restore
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when the form is there.
  useEffect(() => {
    if (isThere && isReopened(name)) restore?.()
  }, [isThere])

  const save = async (password?: string): Promise<boolean> => {
    let isHeld = false
    const saved = await form.submit(async (values, key) => {
      const answer =
        row === null
          ? await answerQuestion((more) =>
              api.post(
                record.path,
                { ...values, ...preset, ...confirmed(password), ...more },
                // Another body is another call.
                { key: more.confirmed === true ? newKey() : key, quiet: true },
              ),
            )
          : await api.put(
              `${record.path}${row.id}/`,
              { ...values, version: row.version, ...confirmed(password) },
              { key, quiet: true },
            )
      isHeld = isProposed(answer)
      onSaved?.(answer)
    })
    if (!saved) return false
    void client.invalidateQueries({ queryKey: [record.name] })
    if (isHeld) void client.invalidateQueries({ queryKey: ['proposal'] })
    toast('success', t(isHeld ? 'proposals.proposed' : 'common.saved'))
    return true
  }

  const rebase = async (): Promise<void> => {
    const { data: newest } = await refetch()
    if (newest === undefined) return
    setRow(newest)
    form.rebase(valuesOf(fields, newest))
  }

  return {
    form,
    prefix,
    fields,
    row,
    isLoading: id !== null && row === null && error === null,
    error,
    retry: () => void refetch(),
    unsaved,
    save,
    rebase,
  }
}
