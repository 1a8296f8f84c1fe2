import { useQuery } from '@tanstack/react-query'
import { api } from '#src/client/platform/http/http.ts'
import { useLanguage } from '#src/client/platform/i18n/index.ts'
import type { Seat } from '#src/define/workflows/proposals.ts'
import type { ConfigShape } from './config.ts'

export const CONFIG = '/api/system/config/'

/** An item as the server sends it; the value of a secret never comes. */
export interface ConfigItem extends ConfigShape {
  readonly id: number
  readonly group: string
  readonly title: string
  readonly titleEn: string
  readonly value: unknown
  readonly isSet: boolean
  readonly placeholder: string
  readonly sort: number
  readonly public: boolean
  readonly secret: boolean
  readonly custom: boolean
  /** Whose confirmations a change of the value needs. */
  readonly seats: readonly Seat[]
  readonly version: number
}

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
    queryFn: ({ signal }) => api.get<readonly ConfigItem[]>(CONFIG, { signal, quiet: true }),
  })
}

/** What an item is called in the reader's language. */
export function useTitleOf(): (item: Pick<ConfigItem, 'title' | 'titleEn'>) => string {
  const language = useLanguage()
  return ({ title, titleEn }) => (language === 'en' ? titleEn : title)
}
