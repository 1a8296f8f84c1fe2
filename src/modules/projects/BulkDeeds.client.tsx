import { Button, HTMLSelect } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { told } from '#src/client/forms/told.ts'
import { api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { useMayCheck } from '#src/client/session/index.ts'
import { confirmDialog, toast } from '#src/client/ui/index.ts'
import { project } from './project.ts'

const PRIORITIES = [1, 2, 3, 4, 5] as const

/** What is done to many chosen projects, one after the other, with what was refused. */
export function BulkDeeds({ ids, onDone }: { readonly ids: readonly number[]; readonly onDone: () => void }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const act = async (name: string, body: object): Promise<void> => {
    const refused: string[] = []
    for (const id of ids) {
      try {
        await api.post(`${project.path}${id}/${name}/`, body, { key: newKey(), quiet: true })
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
        <Button size="small" intent="primary" text={t('project.declareChosen')} onClick={() => told(declare())} />
      ) : null}
      {may('project:Review') ? (
        <HTMLSelect
          aria-label={t('records.project.actions.prioritise')}
          value=""
          options={[
            { value: '', label: t('records.project.actions.prioritise') },
            ...PRIORITIES.map((priority) => ({ value: priority, label: String(priority) })),
          ]}
          onChange={(event) => told(act('prioritise', { priority: Number(event.currentTarget.value) }))}
        />
      ) : null}
    </>
  )
}
