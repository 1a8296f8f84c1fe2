import { token } from '../services.ts'

/** Where web hooks may lead. */
export interface WebHookTargets {
  /** What is wrong with an address as it is written; null when nothing is. */
  problemOf(url: string): 'webHook.url' | null
}

/** What the page of web hooks asks before it takes an address. */
export const webHookTargets = token<WebHookTargets>('webHookTargets')
