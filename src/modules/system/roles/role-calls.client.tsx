import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage } from '#src/client/platform/i18n/index.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { role } from './role.ts'

/** Everything that can be granted. */
export const useGrantable = () =>
  useQuery({
    queryKey: ['menu', 'grantable'],
    queryFn: ({ signal }) => api.get(`${role.path}grantable/`, { signal, quiet: true }),
  })

/** What a role grants. */
export const useGrants = (id: number | null) =>
  useQuery({
    queryKey: ['role', id, 'grants'],
    queryFn: ({ signal }) => api.get(`${role.path}${id ?? 0}/grants/`, { signal, quiet: true }),
    enabled: id !== null,
  })

/** Who has a role. */
export const useRolePeople = (id: number) =>
  useQuery({
    queryKey: ['role', id, 'users'],
    queryFn: ({ signal }) => api.get(`${role.path}${id}/users/`, { signal, quiet: true }),
  })

/** What a role is called in the reader's language. */
export function useRoleName(row: RecordRow): string {
  return String((useLanguage() === 'en' && row.nameEn) || row.name)
}

/** Whether the role is the reader's own, which another administrator has to change (SYS-24). */
export function useIsOwn(row: RecordRow): boolean {
  const { role_info: own } = useUser()
  return row.key !== 'staff' && own.some((one) => one.id === row.id)
}
