import { Button, Callout } from '@blueprintjs/core'
import { CancelledError, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { countOf, type FormProblems, writtenIn } from '#src/client/components/forms/form.ts'
import { handleFormKey } from '#src/client/components/forms/formKeys.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useDebounced } from '#src/client/components/forms/inputs/debounce.ts'
import { leftField } from '#src/client/components/forms/leftField.ts'
import { RefusalNote } from '#src/client/components/forms/RefusalNote.tsx'
import { SheetSource } from '#src/client/components/forms/sheets.ts'
import { UnreachedNote } from '#src/client/components/forms/UnreachedNote.tsx'
import { UnsavedCallout } from '#src/client/components/forms/unsaved/UnsavedCallout.tsx'
import { useUnsaved } from '#src/client/components/forms/unsaved/useUnsaved.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { FailedState, PageLoading, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { ApiError, api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { type ApplicationDefinition, formFieldsOf } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import type { FormCheck, TicketAnswer, TicketDetail } from '#src/define/tickets/detail.ts'
import type { ApplicationStart } from '#src/define/tickets/types.ts'
import type { Fields, FieldValue, FormData } from '#src/fields/field.ts'
import { isEmpty } from '#src/fields/kind.ts'
import { computedIn } from '#src/fields/lines/computed.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { takesSheet } from '#src/fields/lines/sheet.ts'
import { Preview } from '../detail/Steps.tsx'
import { TicketForm } from '../detail/TicketForm.tsx'
import { TicketChecks } from '../detail/TicketView.tsx'
import { useFormLabels } from '../labels.ts'
import { ApplyPart } from '../moduleParts.tsx'
import { formCheck, useApplicationStart, useFormCheck, useRoutePreview, useTicket } from '../queries.ts'
import { useTypeTexts } from '../typeTexts.ts'
import { refusedWith } from './refusedForm.ts'
import { useFormulas } from './useFormulas.ts'

/** Milliseconds of quiet before the server is asked what follows from the form. */
const PREVIEW_DEBOUNCE_MS = 500
/** Milliseconds between automatic saves of a changed draft (APP-SHELL). */
const AUTOSAVE = 60_000

/** The tab 填写申请: a new form, or `?ticket=` to go on with one. */
export function ApplyForm({ application }: { readonly application: ApplicationDefinition }) {
  const [params] = useSearchParams()
  const ticket = params.get('ticket')
  return ticket === null ? (
    <NewForm application={application} />
  ) : (
    <StoredForm application={application} id={Number(ticket)} />
  )
}

function NewForm({ application }: { readonly application: ApplicationDefinition }) {
  const [params] = useSearchParams()
  const { data, error, refetch } = useApplicationStart(application.key, params.get('from'))
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return <ApplicationInput application={application} start={data} ticket={null} />
}

function StoredForm({ application, id }: { readonly application: ApplicationDefinition; readonly id: number }) {
  const start = useApplicationStart(application.key)
  const ticket = useTicket(id)
  const error = start.error ?? ticket.error
  if (error !== null) return <FailedState error={error} onRetry={() => void ticket.refetch()} />
  if (start.data === undefined || ticket.data === undefined) return <PageLoading />
  return <ApplicationInput application={application} start={start.data} ticket={ticket.data} />
}

/** What the server's check says of the rows of sheets, before anything is sent; nothing of cells that are not filled in yet. */
function sheetProblems(fields: Fields, answer: FormCheck | undefined): FormProblems {
  const rows = Object.fromEntries(Object.entries(answer?.formData ?? {}).map(([name, value]) => [name, rowsOf(value)]))
  return Object.fromEntries(
    Object.entries(answer?.problems ?? {}).filter(([path]) => {
      const [name = '', index = '', column = ''] = path.split('.')
      const field = fields[name]
      if (field?.kind !== 'lines' || !takesSheet(field) || column === '') return false
      return field.fields[column]?.computed === true || !isEmpty(rows[name]?.[Number(index)]?.[column])
    }),
  )
}

/** What the rules of the type already refuse, at fields that are filled in (20.4); once nothing was written yet, at none. */
function ruleProblems(answer: FormCheck | undefined, values: FormData, isWritten: boolean): FormProblems {
  if (answer === undefined || !isWritten) return {}
  return Object.fromEntries(Object.entries(answer.rules).filter(([path]) => !isEmpty(valueAt(values, path))))
}

function valueAt(values: FormData, path: string): FieldValue {
  const [name = '', row, column] = path.split('.')
  if (row === undefined || column === undefined) return values[name] ?? null
  return rowsOf(values[name])[Number(row)]?.[column] ?? null
}

interface ApplicationInputProps {
  readonly application: ApplicationDefinition
  readonly start: ApplicationStart
  readonly ticket: TicketDetail | null
}

const isWritable = (permission: string | undefined): boolean => permission === 'write' || permission === 'required'

/** A link may bring the title of a new application (10.1: feedback about a page that was not found). */
function startedWith(defaults: FormData, params: URLSearchParams): FormData {
  const title = params.get('title')
  return title === null ? defaults : { ...defaults, title }
}

function ApplicationInput({ application, start, ticket }: ApplicationInputProps) {
  const t = useT()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const permissions = ticket?.fieldPermissions ?? start.fieldPermissions
  const definition = ticket?.form ?? start.form
  const fields = useMemo(
    (): Fields =>
      Object.fromEntries(Object.entries(formFieldsOf(definition)).filter(([name]) => isWritable(permissions[name]))),
    [definition, permissions],
  )
  const applicant = ticket?.applicantFacts ?? start.applicantFacts
  // The stored draft this form belongs to, once it was saved.
  const [draft, setDraft] = useState(ticket === null ? null : { id: ticket.id, version: ticket.version })
  const form = useForm({
    prefix: 'apply-',
    fields,
    initial: ticket?.formData ?? startedWith(start.defaults, params),
    rules: (written) => formRules(definition, applicant, written),
    async settle(written) {
      const query = formCheck({
        type: application.key,
        formData: writtenIn(fields, written),
        ticketId: draft?.id ?? null,
      })
      try {
        const { formData } = await client.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY })
        return computedIn(fields, written, formData as FormData)
      } catch (error) {
        // What is sent next meets the same refusal, and says it; a page that was left takes its question back, not the application.
        if (error instanceof ApiError || error instanceof CancelledError) return {}
        throw error
      }
    },
  })
  const { values, problems, noticed, saving } = form.state
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const unsaved = useUnsaved(`${application.key} ${ticket?.id ?? ''}`, form)

  const { state: brought } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the ticket's page was told is said once, when the form opens.
  useEffect(() => {
    const refused = refusedWith(brought, ticket?.version)
    if (refused !== null) form.refuse(refused)
  }, [])

  const settled = useDebounced(values, PREVIEW_DEBOUNCE_MS)
  const formData = useMemo(() => writtenIn(fields, settled), [fields, settled])
  const trial = useMemo(
    () => ({ type: application.key, formData, ticketId: draft?.id ?? null }),
    [application.key, formData, draft?.id],
  )
  const check = useFormCheck(trial)
  const preview = useRoutePreview(trial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer changes the computed fields.
  useEffect(() => {
    if (check.data === undefined) return
    form.compute(computedIn(fields, values, check.data.formData as FormData))
  }, [check.data])

  const save = async (formData: FormData, submit: boolean, key: string): Promise<TicketAnswer> => {
    if (draft === null)
      return api.post('/api/workflow/ticket/', { type: application.key, formData, submit }, { key, quiet: true })
    if (!submit)
      return api.put(`/api/workflow/ticket/${draft.id}/`, { formData, version: draft.version }, { key, quiet: true })
    return api.post(
      `/api/workflow/ticket/${draft.id}/submit/`,
      { formData, version: draft.version, comment: '' },
      { key, quiet: true },
    )
  }
  const saveDraft = async (isAutomatic: boolean): Promise<void> => {
    await form.submit(
      async (formData, key, left) => {
        const saved = await save(formData, false, key)
        setDraft({ id: saved.id, version: saved.version })
        setSavedAt(new Date().toTimeString().slice(0, 5))
        const count = countOf(left)
        if (!isAutomatic && count > 0) toast('warning', t('records.form.draftLeft', [count]))
        else if (!isAutomatic) toast('success', t('ticketAction.done.saved'))
        await client.invalidateQueries({ queryKey: ['ticket', 'list'] })
      },
      { partial: true, isQuiet: isAutomatic },
    )
  }
  const submit = async (): Promise<void> => {
    let filed: TicketAnswer | null = null
    const done = await form.submit(async (formData, key) => {
      filed = await save(formData, true, key)
    })
    if (!done || filed === null) return
    const { id, no } = filed as TicketAnswer
    toast('success', t('apply.submitted', [no]))
    await client.invalidateQueries({ queryKey: ['ticket'] })
    await navigate(`/workflow/ticket/${id}`)
  }
  // What is sent again when it did not arrive.
  const lastSent = useRef<() => Promise<void>>(submit)
  const copyLast = async (): Promise<void> => {
    const page = await api.list('/api/workflow/ticket/', {
      label: 'submitted',
      type: application.key,
      limit: 1,
    })
    const last = page.data[0]
    if (last === undefined) {
      toast('info', t('apply.nothingToCopy'))
      return
    }
    setParams({ from: String(last.id) })
  }

  const autosave = useRef(saveDraft)
  autosave.current = saveDraft
  useEffect(() => {
    if (!form.isDirty) return
    // Runs from the first change on, with what is written when it fires.
    const timer = setInterval(() => ignoreApiError(autosave.current(true)), AUTOSAVE)
    return () => clearInterval(timer)
  }, [form.isDirty])

  const unheld = useFormulas(definition, applicant, values, form.compute)
  const isWritten = form.isDirty || draft !== null
  const shownProblems = useMemo(
    () => ({
      ...ruleProblems(check.data, values, isWritten),
      ...sheetProblems(fields, check.data),
      ...unheld,
      ...noticed,
      ...problems,
    }),
    [fields, check.data, unheld, noticed, problems, values, isWritten],
  )
  const { guide } = useTypeTexts(application.key)
  const labels = useFormLabels(application.key, definition)
  const order = useMemo(() => Object.keys(formFieldsOf(definition)), [definition])
  return (
    <div className="apply-columns">
      <form
        className="card apply-main"
        noValidate
        onKeyDown={handleFormKey}
        onBlur={(event) => {
          const path = leftField(event, 'apply-')
          if (path !== null) form.leave(path)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          lastSent.current = submit
          ignoreApiError(submit())
        }}
      >
        {guide === '' ? null : (
          <details className="apply-guide" open={start.isFirst}>
            <summary>{t('apply.guide')}</summary>
            <p>{guide}</p>
          </details>
        )}
        {unsaved === null ? null : <UnsavedCallout offer={unsaved} />}
        <Applicant start={start} />
        <SheetSource.Provider value={application.key}>
          <TicketForm
            prefix="apply-"
            type={application.key}
            form={definition}
            values={values}
            permissions={permissions}
            applicant={applicant}
            onChange={form.change}
            problems={shownProblems}
            disabled={saving}
            lead={
              <ApplyPart
                type={application.key}
                values={values}
                onChange={form.change}
                disabled={saving}
                ticketId={draft?.id ?? null}
                check={check.data}
              />
            }
          />
        </SheetSource.Provider>
        <UnreachedNote state={form.state} onRetry={() => ignoreApiError(lastSent.current())} />
        <div className="apply-bar">
          <RefusalNote prefix="apply-" order={order} labels={labels} problems={problems} most={1} />
          <BusyButton type="submit" intent="primary" text={t('apply.submit')} isBusy={saving} />
          <Button
            text={t('apply.saveDraft')}
            disabled={saving}
            onClick={() => {
              lastSent.current = () => saveDraft(false)
              ignoreApiError(saveDraft(false))
            }}
          />
          <Button
            variant="minimal"
            text={t('apply.reset')}
            disabled={saving || !form.isDirty}
            onClick={() => form.load(ticket?.formData ?? start.defaults)}
          />
          {ticket === null ? (
            <Button
              variant="minimal"
              text={t('apply.copyLast')}
              disabled={saving}
              onClick={() => ignoreApiError(copyLast())}
            />
          ) : null}
          {savedAt === null ? null : (
            <span className="ticket-soft" role="status">
              {t('apply.autosaved', [savedAt])}
            </span>
          )}
          {ticket === null ? null : (
            <Button variant="minimal" text={t('common.cancel')} onClick={() => setParams({})} />
          )}
        </div>
      </form>
      <aside className="apply-side">
        <section className="card" aria-label={t('apply.preview')}>
          <h2>{t('apply.preview')}</h2>
          {preview.data === undefined ? (
            preview.error === null ? (
              <SkeletonRows rows={4} />
            ) : (
              <FailedState error={preview.error} onRetry={() => void preview.refetch()} compact />
            )
          ) : (
            <Preview steps={preview.data} />
          )}
        </section>
        {check.data && hasChecks(check.data, isWritten) ? (
          <section className="card" aria-label={t('apply.checks')}>
            <h2>{t('apply.checks')}</h2>
            {isWritten ? <Refusals rules={check.data.rules} /> : null}
            <TicketChecks detail={check.data} />
          </section>
        ) : null}
      </aside>
    </div>
  )
}

/** Whether there is something to say of the form; that an untouched one would be refused is none. */
const hasChecks = ({ panel, warnings, reasons, rules }: FormCheck, isWritten: boolean): boolean =>
  panel.length > 0 || warnings.length > 0 || reasons.length > 0 || (isWritten && Object.keys(rules).length > 0)

/** Why the form as it stands would not be taken, in words, before anybody presses submit. */
function Refusals({ rules }: Pick<FormCheck, 'rules'>) {
  const t = useT()
  const sentences = [...new Set(Object.values(rules).flat())]
  return (
    <div role="status" className="apply-refusals">
      {sentences.length === 0 ? null : (
        <Callout intent="danger" compact title={t('apply.refusals')}>
          <ul>
            {sentences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  )
}

/** FS-APPLICANT: who applies, as it will be kept. */
function Applicant({ start }: { readonly start: ApplicationStart }) {
  const t = useT()
  const { name, deptName, post } = start.applicantInfo
  return (
    <dl className="ticket-facts apply-applicant" aria-label={t('apply.section.applicant')}>
      <div>
        <dt>{t('apply.section.applicant')}</dt>
        <dd>{name}</dd>
      </div>
      <div>
        <dt>{t('apply.applicant.deptName')}</dt>
        <dd>{deptName}</dd>
      </div>
      <div>
        <dt>{t('apply.applicant.post')}</dt>
        <dd>{post}</dd>
      </div>
    </dl>
  )
}
