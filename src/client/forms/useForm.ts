import { useEffect, useReducer, useRef } from 'react'
import type { Facts } from '#machines/ticket/definition.ts'
import { ApiError, codes, errorText, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { toast } from '#src/client/ui/index.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'
import { focusProblem } from './focus.ts'
import {
  type FormProblems,
  type FormState,
  firstProblem,
  formReducer,
  isDirty,
  problemsOfChanges,
  startForm,
  writtenIn,
} from './form.ts'
import { browserTime } from './given.ts'
import { useLeaveGuard } from './useLeaveGuard.ts'

export interface FormOptions {
  /** Ids of the controls are `<prefix><path>`. */
  readonly prefix: string
  /** What is filled in here; the check looks at these and nothing else. */
  readonly fields: Fields
  readonly initial: FormData
  /** Facts besides the form, for its conditions. */
  readonly facts?: Facts
  /** The initial values are stored ones: what was acceptable once, or is shown masked, may stay as it is. */
  readonly isStored?: boolean
}

export interface Form {
  readonly state: FormState
  readonly isDirty: boolean
  readonly change: (name: string, value: FieldValue) => void
  readonly load: (values: FormData) => void
  readonly compute: (values: FormData) => void
  readonly rebase: (values: FormData) => void
  /** Shows what the server found wrong with the stored values before anybody came here, and goes to the first of it. */
  readonly refuse: (problems: FormProblems) => void
  /** Checks, sends, and turns a refusal into problems at the fields; resolves to whether it was saved. `send` gets the idempotency key of this content (FORM-STD): the same for a retry, another once something changed. */
  readonly submit: (
    send: (values: FormData, key: string) => Promise<unknown>,
    options?: { readonly partial?: boolean },
  ) => Promise<boolean>
}

/** A form over field definitions: the browser's check first, the server's word last, nothing lost by leaving (FORM-STD). */
export function useForm({ prefix, fields, initial, facts, isStored = false }: FormOptions): Form {
  const t = useT()
  const [state, dispatch] = useReducer(formReducer, initial, startForm)
  const sent = useRef<{ content: string; key: string } | null>(null)
  const isSending = useRef(false)
  const dirty = isDirty(state)
  useLeaveGuard(dirty)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal moves the focus, not each change of the problems.
  useEffect(() => {
    if (state.refusals > 0) focusProblem(prefix, firstProblem(state.problems, Object.keys(fields)))
  }, [state.refusals])

  const submit: Form['submit'] = async (send, { partial = false } = {}) => {
    if (isSending.current) return false
    const { values, problems: found } = checkForm(fields, writtenIn(fields, state.values), browserTime(), {
      partial,
      ...(facts === undefined ? {} : { facts }),
    })
    const problems = isStored ? problemsOfChanges(state, found) : found
    if (Object.keys(problems).length > 0) {
      dispatch({ type: 'refused', problems })
      return false
    }
    const content = JSON.stringify(values)
    if (sent.current?.content !== content) sent.current = { content, key: newKey() }
    isSending.current = true
    dispatch({ type: 'sent' })
    try {
      await send(values, sent.current.key)
      sent.current = null
      // Rows stay as they are shown, with the names of what they refer to.
      const plain = Object.entries(values).filter(([name]) => fields[name]?.kind !== 'lines')
      dispatch({ type: 'saved', values: { ...state.values, ...Object.fromEntries(plain) } })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) {
        dispatch({ type: 'failed' })
        throw error
      }
      if (error.code === codes.validation)
        dispatch({
          type: 'refused',
          problems: Object.keys(error.errors).length === 0 ? { '': [error.message] } : error.errors,
        })
      else if (error.code === codes.conflict) dispatch({ type: 'conflicted' })
      else if (error.code === codes.rule) dispatch({ type: 'refused', problems: { '': [error.message] } })
      else {
        dispatch({ type: 'failed' })
        toast(error.isUnreachable ? 'danger' : 'warning', errorText(error, t('http.failed')))
      }
      // A refused attempt is over: the next one is a deed of its own. Only when nobody answered may the first still count.
      if (!error.isUnreachable) sent.current = null
      return false
    } finally {
      isSending.current = false
    }
  }

  return {
    state,
    isDirty: dirty,
    change: (name, value) => dispatch({ type: 'changed', name, value }),
    load: (values) => dispatch({ type: 'loaded', values }),
    compute: (values) => dispatch({ type: 'computed', values }),
    rebase: (values) => dispatch({ type: 'rebased', values }),
    refuse: (problems) => dispatch({ type: 'refused', problems }),
    submit,
  }
}
