import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { project } from '../project.ts'

const PRIORITIES = [1, 2, 3, 4, 5] as const

/** What is done to many chosen projects, one after the other, with what was refused. */
export function BulkActions({ ids, onDone }: { readonly ids: readonly number[]; readonly onDone: () => void }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const act = async (name: string, body: object): Promise<void> => {
    const refused: string[] = []
    for (const id of ids) {
      try {
        await api.post(`${addressOf(project)}${id}/${name}/`, body, { key: newKey(), quiet: true })
      } catch (error) {
        refused.push(error instanceof Error ? error.message : String(error))
      }
    }
    await client.invalidateQueries({ queryKey: ['project'] })
    if (refused.length === 0) toast('success', t('project.doneMany', [ids.length]))
    else toast('warning', t('project.refusedMany', [ids.length - refused.length, [...new Set(refused)].join('; ')]))
    onDone()
  }
  const declare = async (): Promise<void> => {
    if (await confirmDialog({ text: t('project.declareMany', [ids.length]) })) await act('submit', {})
  }
  return (
    <>
      {may('project:Submit') ? (
        <Button
          size="small"
          intent="primary"
          text={t('project.declareChosen')}
          onClick={() => ignoreApiError(declare())}
        />
      ) : null}
      {may('project:Review') ? (
        <SelectBox
          aria-label={t('records.project.actions.prioritise')}
          value=""
          options={[
            { value: '', label: t('records.project.actions.prioritise') },
            ...PRIORITIES.map((priority) => ({ value: priority, label: String(priority) })),
          ]}
          onChange={(event) => ignoreApiError(act('prioritise', { priority: Number(event.currentTarget.value) }))}
        />
      ) : null}
    </>
  )
}
