/** Calls about layouts; each change refreshes what shows them. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, newKey } from '#src/client/platform/http/http.ts'
import type { HomeLayout } from '#src/modules/home/home.types.ts'
import type { PlacedWidget } from '#src/modules/home/layouts/layout.ts'

const URL = '/api/home/layouts/'
const KEY = ['homeLayout']

/** The layout of the person's home page. */
export function useShownLayout() {
  return useQuery({
    queryKey: [...KEY, 'shown'],
    queryFn: ({ signal }) => api.get('/api/home/layout/', { signal, quiet: true }),
  })
}

/** Own layouts and those of the person's roles. */
export function useLayouts() {
  return useQuery({ queryKey: [...KEY, 'list'], queryFn: ({ signal }) => api.get(URL, { signal, quiet: true }) })
}

export function useHistory(id: number) {
  return useQuery({
    queryKey: [...KEY, 'history', id],
    queryFn: ({ signal }) => api.get(`${URL}${id}/history/`, { signal, quiet: true }),
  })
}

export function useLayoutRoles() {
  return useQuery({
    queryKey: [...KEY, 'roles'],
    queryFn: ({ signal }) => api.get(`${URL}roles/`, { signal, quiet: true }),
  })
}

interface Content {
  readonly name: string
  readonly widgets: readonly PlacedWidget[]
}

/** Writes, after which every view of layouts is asked anew. */
export function useLayoutWrites() {
  const client = useQueryClient()
  const then = async <T>(written: Promise<T>): Promise<T> => {
    const answer = await written
    await client.invalidateQueries({ queryKey: KEY })
    return answer
  }
  return {
    create: (content: Content & { readonly isDefault: boolean }) =>
      then(api.post(URL, { ...content }, { key: newKey() })),
    update: ({ id, version }: Pick<HomeLayout, 'id' | 'version'>, content: Content) =>
      then(api.put(`${URL}${id}/`, { ...content, version }, { key: newKey() })),
    setDefault: (id: number, isDefault: boolean) =>
      then(api.post(`${URL}${id}/default/`, { isDefault }, { key: newKey() })),
    keep: (id: number) => then(api.post(`${URL}${id}/keep/`, {}, { key: newKey() })),
    publish: ({ id, version }: Pick<HomeLayout, 'id' | 'version'>, roleKeys: readonly string[]) =>
      then(api.post(`${URL}${id}/publish/`, { version, roleKeys }, { key: newKey() })),
    remove: (id: number) => then(api.delete(`${URL}${id}/`, undefined, { key: newKey() })),
  }
}
