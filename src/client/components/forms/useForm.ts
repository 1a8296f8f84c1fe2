import { useEffect, useReducer, useRef } from 'react'
import { toast } from '#src/client/components/ui/index.ts'
import { ApiError, codes, errorText, kindOf, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { type FormOptions as CheckOptions, checkForm } from '#src/fields/form.ts'
import { afterPointer } from './afterPointer.ts'
import { focusProblem } from './focus.ts'
import {
  changesOf,
  countOf,
  type FormProblems,
  type FormState,
  firstProblem,
  formReducer,
  isDirty,
  problemsOfChanges,
  startForm,
  withoutPaths,
  writtenIn,
} from './form.ts'
import { browserTime } from './given.ts'
import { useLeaveGuard } from './unsaved/useLeaveGuard.ts'

export interface FormOptions {
  /** Ids of the controls are `<prefix><path>`. */
  readonly prefix: string
  /** What is filled in here; the check looks at these and nothing else. */
  readonly fields: Fields
  readonly initial: FormData
  /** What its conditions look at besides the form, by the values as they are written now. */
  readonly rules?: (values: FormData) => Pick<CheckOptions, 'facts' | 'amountField'>
  /** The computed values that follow from these; awaited before a whole form is checked, so that no field is asked for, or forgiven, by what was written a moment before. */
  readonly settle?: (values: FormData) => Promise<FormData>
  /** The initial values are stored ones: what was acceptable once, or is shown masked, may stay as it is. */
  readonly isStored?: boolean
}

export interface SubmitOptions {
  /** A draft: nothing is required yet, and what is malformed is left out instead of refused. */
  readonly partial?: boolean
  /** Nobody pressed a button: a refusal neither speaks nor takes the focus away from whoever is typing. */
  readonly isQuiet?: boolean
}

export interface Form {
  readonly state: FormState
  /** What its conditions look at besides the fields, now. */
  readonly rules: Pick<CheckOptions, 'facts' | 'amountField'>
  readonly isDirty: boolean
  readonly change: (name: string, value: FieldValue) => void
  /** Checks the field at this path, if it was changed, once its last change has arrived. */
  readonly leave: (path: string) => void
  readonly load: (values: FormData) => void
  readonly compute: (values: FormData) => void
  readonly rebase: (values: FormData) => void
  /** Shows what the server found wrong with the stored values before anybody came here, and goes to the first of it. */
  readonly refuse: (problems: FormProblems) => void
  /** Checks, sends, and turns a refusal into problems at the fields; resolves to whether it was saved. `send` gets the idempotency key of this content (FORM-STD): the same for a retry, another once something changed. */
  readonly submit: (
    /** `left`: what a draft leaves out, still to be done. */
    send: (values: FormData, key: string, left: FormProblems) => Promise<unknown>,
    options?: SubmitOptions,
  ) => Promise<boolean>
}

/** A form over field definitions: the browser's check first, the server's word last, nothing lost by leaving (FORM-STD). */
export function useForm({ prefix, fields, initial, rules, settle, isStored = false }: FormOptions): Form {
  const t = useT()
  const [state, dispatch] = useReducer(formReducer, initial, startForm)
  const sent = useRef<{ content: string; key: string } | null>(null)
  const isSending = useRef(false)
  const latest = useRef(state)
  latest.current = state
  const dirty = isDirty(state)
  useLeaveGuard(dirty)

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal moves the focus, not each change of the problems.
  useEffect(() => {
    if (state.refusals > 0) focusProblem(prefix, firstProblem(state.problems, Object.keys(fields)))
  }, [state.refusals])

  const send = async (
    deliver: Parameters<Form['submit']>[0],
    { partial = false, isQuiet = false }: SubmitOptions,
  ): Promise<boolean> => {
    const refuse = (found: FormProblems, text: string): void => {
      if (isQuiet) {
        dispatch({ type: 'failed' })
        return
      }
      dispatch({ type: 'refused', problems: found })
      toast('warning', text)
    }
    let current = state.values
    if (settle !== undefined && !partial) {
      const computed = await settle(current)
      current = { ...current, ...computed }
      dispatch({ type: 'computed', values: computed })
    }
    const check = (input: FormData) => checkForm(fields, input, browserTime(), { partial, ...rules?.(current) })
    let input = writtenIn(fields, current)
    const { values: sound, problems: found } = check(input)
    let values = sound
    const problems = isStored ? problemsOfChanges(state, found) : found
    let left: FormProblems = {}
    if (Object.keys(problems).length > 0) {
      if (!partial) {
        refuse(problems, t('records.form.refusedAt', [countOf(problems)]))
        return false
      }
      left = problems
      input = withoutPaths(input, Object.keys(problems))
      values = check(input).values
    }
    const deliverOnce = async (): Promise<void> => {
      const content = JSON.stringify(values)
      if (sent.current?.content !== content) sent.current = { content, key: newKey() }
      await deliver(values, sent.current.key, left)
    }
    try {
      try {
        await deliverOnce()
      } catch (error) {
        // A draft is saved without what only the server finds malformed.
        if (!partial || !(error instanceof ApiError) || error.code !== codes.validation) throw error
        const paths = Object.keys(error.errors).filter((path) => path !== '')
        if (paths.length === 0) throw error
        left = { ...left, ...error.errors }
        values = withoutPaths(values, paths)
        await deliverOnce()
      }
      sent.current = null
      // Rows stay as they are shown, with the names of what they refer to.
      const plain = Object.entries(values).filter(([name]) => fields[name]?.kind !== 'lines')
      dispatch({ type: 'saved', values: { ...current, ...Object.fromEntries(plain) }, left })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isBare = Object.keys(error.errors).length === 0
      if (error.code === codes.validation || error.code === codes.rule)
        refuse(
          isBare ? { '': [error.message] } : error.errors,
          isBare || error.code === codes.rule ? error.message : t('records.form.refusedAt', [countOf(error.errors)]),
        )
      else if (error.code === codes.conflict) dispatch({ type: 'conflicted' })
      // Said in the form, where the words and the focus stay, and sent again with the same key.
      else if (error.isUnreachable && !isQuiet) dispatch({ type: 'unreached' })
      else {
        dispatch({ type: 'failed' })
        if (!isQuiet) toast(kindOf(error), errorText(error, t('http.failed')))
      }
      // A refused attempt is over: the next one is an action of its own. Only when no answer came may the first still count.
      if (!error.isUnreachable) sent.current = null
      return false
    }
  }
  const submit: Form['submit'] = async (deliver, options = {}) => {
    if (isSending.current) return false
    isSending.current = true
    dispatch({ type: 'sent', isQuiet: options.isQuiet === true })
    try {
      return await send(deliver, options)
    } catch (error) {
      dispatch({ type: 'failed' })
      throw error
    } finally {
      isSending.current = false
    }
  }

  const leave = (path: string): void =>
    afterPointer(() => {
      const now = latest.current
      const [name = ''] = path.split('.')
      if (now.saving || !(name in changesOf(now))) return
      const { problems } = checkForm(fields, writtenIn(fields, now.values), browserTime(), rules?.(now.values))
      dispatch({ type: 'left', path, problems: problems[path] })
    })

  return {
    state,
    rules: rules?.(state.values) ?? {},
    isDirty: dirty,
    change: (name, value) => dispatch({ type: 'changed', name, value }),
    leave,
    load: (values) => dispatch({ type: 'loaded', values }),
    compute: (values) => dispatch({ type: 'computed', values }),
    rebase: (values) => dispatch({ type: 'rebased', values }),
    refuse: (problems) => dispatch({ type: 'refused', problems }),
    submit,
  }
}
