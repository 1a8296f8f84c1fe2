import './canvas/canvas.css'
import './settings/inspector.css'
import './designer.css'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { FailedState, PageLoading } from '#src/client/components/ui/index.ts'
import NotFoundPage from '#src/client/pages/status/NotFoundPage.tsx'
import { ApiError, codes } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useFormLabels } from '#src/client/tickets/labels.ts'
import type { DepartmentName } from '#src/define/answers/organisation.ts'
import type { Draft } from '#src/define/workflows/designs.ts'
import type { WorkflowDetail } from '#src/define/workflows/workflows.ts'
import { readDepartments, readDraft, readWorkflow } from './calls.ts'
import { type Designer, DesignerContext } from './context.ts'
import { DesignerFrame } from './DesignerFrame.tsx'
import { factsOfForm } from './model/facts.ts'
import { stateOf } from './model/states.ts'
import { useDraft } from './useDraft.ts'

/** 20.9: where a workflow is designed, proved and published. */
export function DesignerPage() {
  const id = Number(useParams().id)
  // What was read is where the work begins; it must not change under it, nor be taken from a visit before.
  const once = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }
  const draft = useQuery({ queryKey: ['designer', id], queryFn: ({ signal }) => readDraft(id, signal), ...once })
  const workflow = useQuery({
    queryKey: ['designer', id, 'workflow'],
    queryFn: ({ signal }) => readWorkflow(id, signal),
    ...once,
  })
  const departments = useQuery({
    queryKey: ['designer', 'departments'],
    queryFn: ({ signal }) => readDepartments(signal),
  })
  const error = draft.error ?? workflow.error ?? departments.error
  if (error instanceof ApiError && error.code === codes.notFound) return <NotFoundPage />
  if (error !== null) {
    const retry = () => void Promise.all([draft.refetch(), workflow.refetch(), departments.refetch()])
    return <FailedState error={error} onRetry={retry} />
  }
  if (draft.data === undefined || workflow.data === undefined || departments.data === undefined) return <PageLoading />
  return <Designing key={id} id={id} draft={draft.data} workflow={workflow.data} departments={departments.data} />
}

interface DesigningProps {
  readonly id: number
  readonly draft: Draft
  readonly workflow: WorkflowDetail
  readonly departments: readonly DepartmentName[]
}

function Designing({ id, draft, workflow, departments }: DesigningProps) {
  const t = useT()
  const language = useLanguage()
  const editor = useDraft(id, draft)
  const { definition, form } = editor.design
  const label = useFormLabels(definition.key, form)
  const facts = useMemo(() => factsOfForm(form), [form])
  const designer: Designer = {
    ...editor,
    id,
    departments,
    roles: workflow.roles,
    facts,
    label,
    stateName: (key) =>
      key === 'start' || key === 'end' ? t(`designer.${key}`) : (stateOf(definition, key)?.name[language] ?? key),
  }
  return (
    <DesignerContext value={designer}>
      <DesignerFrame />
    </DesignerContext>
  )
}
