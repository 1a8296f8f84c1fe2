import { useQuery } from '@tanstack/react-query'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage } from '#src/client/platform/i18n/index.ts'
import { menu } from './menu.ts'
import type { MenuLineRow } from './menu-tree.ts'

/** Every line of the menu, hidden and disabled ones too. */
export const useAllMenus = () =>
  useQuery({ queryKey: ['menu', 'tree'], queryFn: ({ signal }) => allRows<MenuLineRow>(menu.path, {}, signal) })

export const useMenuTargets = () =>
  useQuery({
    queryKey: ['menu', 'targets'],
    queryFn: ({ signal }) => api.get(`${menu.path}targets/`, { signal, quiet: true }),
  })

/** The title of a menu in the reader's language. */
export function useMenuTitle(): (row: Pick<MenuLineRow, 'title' | 'titleEn'>) => string {
  const language = useLanguage()
  return (row) => (language === 'en' && row.titleEn ? row.titleEn : row.title)
}
