/** The calls of workflow administration. */
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { api } from '#src/client/platform/http/http.ts'

export const workflowPath = '/api/workflow/workflow/'

/** How a workflow leaves the house, with the ending of its file. */
export const exportFormats = { json: 'json', xstate: 'xstate.json', mermaid: 'mmd', bpmn: 'bpmn' } as const
export type ExportFormat = keyof typeof exportFormats

/** Saves a workflow as a file; one version of it when it is named. */
export async function exportWorkflow(
  { id, key }: { readonly id: number; readonly key: string },
  format: ExportFormat,
  version?: number,
): Promise<void> {
  const content = await api.get(`${workflowPath}${id}/export/`, {
    query: { format, ...(version !== undefined && { version: String(version) }) },
  })
  const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
  const name = [key, ...(version === undefined ? [] : [`v${version}`]), exportFormats[format]].join('.')
  saveBlob(new Blob([text], { type: 'text/plain;charset=utf-8' }), name)
}
