import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { addTexts, hasText } from '#src/client/platform/i18n/index.ts'
import { index } from '#src/client/platform/parts/index.ts'
import { customRoute, type DesignedType } from '#src/define/tickets/types.ts'

/** Keys nobody has words for, so that they are asked for once. */
const nameless = new Set<string>()

/** Fetches the types the bureau made itself, and says their words from then on. */
async function learn(signal?: AbortSignal): Promise<readonly DesignedType[]> {
  const types = await api.get('/api/workflow/designed_types/', {
    quiet: true,
    ...(signal && { signal }),
  })
  addTexts(
    types.map(({ key, texts: { zhHans, en } }) => ({
      zhHans: { applications: { [key]: { ...zhHans } } },
      en: { applications: { [key]: { ...en } } },
    })),
  )
  return types
}

/** Sees to it that every one of these types has its name before it is shown. */
export async function nameTypes(keys: readonly string[]): Promise<void> {
  const unknown = keys.filter((key) => !nameless.has(key) && !hasText(`applications.${key}.title`))
  if (unknown.length === 0) return
  await learn()
  for (const key of unknown) if (!hasText(`applications.${key}.title`)) nameless.add(key)
}

/** The types the bureau made itself; `isNewest` asks even if they were fetched a moment ago. */
export function useDesignedTypes(isNewest = false) {
  return useQuery({
    ...(isNewest && { staleTime: 0 }),
    queryKey: ['ticket', 'designed'],
    queryFn: ({ signal }) => learn(signal),
    refetchOnMount: 'always',
  })
}

/** Every type there is: those of this build, then those the bureau made itself. */
export function useTypeKeys(): readonly string[] {
  const { data } = useDesignedTypes()
  return [...Object.keys(index.applications), ...(data ?? []).map(({ key }) => key)]
}

/** The page on which a type is filed. */
export const routeOf = (type: string): string => index.applications[type]?.route ?? customRoute(type)
