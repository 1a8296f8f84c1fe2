import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirmDelete, confirmDialog, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ShownBackup, ShownRun } from '#src/define/answers/backups.ts'

export const BACKUPS = '/api/system/backup/'
const key = ['backup']
/** Milliseconds between two looks: often while something works. */
const LOOK_MS = { busy: 1_500, idle: 30_000 }

export const isOpenRun = ({ state }: ShownRun): boolean => state === 'waiting' || state === 'running'

export function useBackups() {
  return useQuery({
    queryKey: [...key, 'overview'],
    queryFn: ({ signal }) => api.get(BACKUPS, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpenRun) ? LOOK_MS.busy : LOOK_MS.idle),
  })
}

/** The plan as it stands, or as another expression would make it. */
export function usePlan(cron?: string) {
  return useQuery({
    queryKey: [...key, 'plan', cron ?? null],
    queryFn: ({ signal }) =>
      api.get(`${BACKUPS}schedule/`, { signal, quiet: true, ...(cron !== undefined && { query: { cron } }) }),
    retry: false,
  })
}

/** What a person does with backups. */
export function useBackupActions() {
  const t = useT()
  const client = useQueryClient()
  const look = (): Promise<void> => client.invalidateQueries({ queryKey: key })
  return {
    look,
    create: async (remark: string, idempotency: string): Promise<void> => {
      await api.post(BACKUPS, { remark }, { key: idempotency, quiet: true })
      await look()
      toast('success', t('backups.requested'))
    },
    verify: async ({ name }: Pick<ShownBackup, 'name'>): Promise<void> => {
      if (!(await confirmDialog({ text: t('backups.verifyFull') }))) return
      await api.post(`${BACKUPS}${name}/verify/`, {}, { key: newKey() })
      await look()
      toast('success', t('backups.verifyRequested'))
    },
    remove: async ({ name }: Pick<ShownBackup, 'name'>): Promise<void> => {
      if (!(await confirmDelete(name))) return
      await api.delete(`${BACKUPS}${name}/`, {}, { key: newKey() })
      await look()
      toast('success', t('backups.removed'))
    },
    cancel: async ({ id }: Pick<ShownRun, 'id'>): Promise<void> => {
      if (!(await confirmDialog({ text: t('backups.run.confirmCancel'), intent: 'warning' }))) return
      await api.post(`${BACKUPS}run/${id}/cancel/`, {}, { key: newKey() })
      await look()
    },
  }
}
