import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage } from '#src/client/platform/i18n/index.ts'
import type { ConfigItem } from './config.types.ts'

export const CONFIG = '/api/system/config/'

export function useConfigItems() {
  return useQuery({
    queryKey: ['config', 'items'],
    queryFn: ({ signal }) => api.get(CONFIG, { signal, quiet: true }),
  })
}

/** What an item is called in the reader's language. */
export function useTitleOf(): (item: Pick<ConfigItem, 'title' | 'titleEn'>) => string {
  const language = useLanguage()
  return ({ title, titleEn }) => (language === 'en' ? titleEn : title)
}
