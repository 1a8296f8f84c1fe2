/** The calls of the designer (20.9). */
import type { Facts } from '#machines/ticket/definition/definition.ts'
import { api } from '#src/client/platform/http/http.ts'
import type { DepartmentName } from '#src/define/answers/organisation.ts'
import type { PreviewStep } from '#src/define/tickets/detail.ts'
import type { Design, Draft, PublishAnswer } from '#src/define/workflows/designs.ts'
import type { VerifyAnswer, WorkflowDetail } from '#src/define/workflows/workflows.ts'

const path = (id: number) => `/api/workflow/workflow/${id}/` as const

/** The design under work, or that of the published version. */
export const readDraft = async (id: number, signal?: AbortSignal): Promise<Draft> =>
  (await api.get(`${path(id)}draft/`, { quiet: true, ...(signal && { signal }) })).draft

/** What the list knows of the workflow, with the names of all roles. */
export const readWorkflow = (id: number, signal: AbortSignal): Promise<WorkflowDetail> =>
  api.get(path(id), { signal, quiet: true })

/** Keeps a design over the revision it was made from; the new revision. @throws ApiError 4009 when somebody else kept one. */
export async function keepDraft(id: number, { definition, form, basics }: Design, revision: number): Promise<number> {
  const body = { revision, definition, form, basics }
  return (await api.put(`${path(id)}draft/`, body, { quiet: true })).draft.revision
}

export const dropDraft = (id: number): Promise<unknown> => api.delete(`${path(id)}draft/`)

/** What publishing would prove of the kept draft. */
export const proveDraft = (id: number, signal: AbortSignal): Promise<VerifyAnswer> =>
  api.post(`${path(id)}draft/verify/`, {}, { signal, quiet: true })

/** Makes the draft the version that new applications follow. */
export const publishDraft = (id: number, revision: number): Promise<PublishAnswer> =>
  api.post(`${path(id)}publish/`, { revision })

export const readDepartments = (signal: AbortSignal): Promise<readonly DepartmentName[]> =>
  api.get('/api/system/dept/all_dept/', { signal, quiet: true })

/** Who holds a role today. */
export const readHolders = (role: string, signal: AbortSignal): Promise<readonly { id: number; name: string }[]> =>
  api.get('/api/system/user/options/', { query: { role }, signal, quiet: true })

/** The states an application of this person with these values would pass, with names, by the kept draft. */
export const simulate = (
  id: number,
  applicantId: number,
  trial: { readonly facts: Facts; readonly at?: string; readonly absentIds: readonly number[] },
  signal: AbortSignal,
): Promise<readonly PreviewStep[]> =>
  api.post(`${path(id)}draft/simulate/`, { applicantId, ...trial }, { signal, quiet: true })
