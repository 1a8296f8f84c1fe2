import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage } from '#src/client/platform/i18n/index.ts'
import type { ConfigItem } from './config-wire.ts'

export const CONFIG = '/api/system/config/'

/** Tabs in their order (60.7); the calendar is drawn apart. */
export const configGroups = [
  'base',
  'login',
  'wf',
  'budget',
  'travel',
  'car',
  'stock',
  'leave',
  'reception',
  'procurement',
  'meal',
  'backup',
  'calendar',
  'maintenance',
] as const
export type ConfigGroup = (typeof configGroups)[number]

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
