/** Tabs of one browser share a session: what one learns it tells the others. */
import type { Credentials, SessionEvent } from '#machines/session/session.ts'

type TabMessage = Extract<
  SessionEvent,
  { type: 'TOKEN_CHANGED' | 'SIGNED_OUT_ELSEWHERE' | 'ACTIVE' | 'LOCKED_ELSEWHERE' | 'UNLOCKED_ELSEWHERE' }
>

const channel = new BroadcastChannel('session')

export function tellTokens(credentials: Credentials): void {
  tell({ type: 'TOKEN_CHANGED', ...credentials })
}
export function tellSignedOut(end: { readonly expired: boolean }): void {
  tell({ type: 'SIGNED_OUT_ELSEWHERE', ...end })
}
export function tellActive(): void {
  tell({ type: 'ACTIVE' })
}
export function tellLock(locked: boolean): void {
  tell({ type: locked ? 'LOCKED_ELSEWHERE' : 'UNLOCKED_ELSEWHERE' })
}
function tell(message: TabMessage): void {
  channel.postMessage(message)
}

/** Hears the other tabs, never this one. */
export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel.addEventListener('message', (event: MessageEvent<TabMessage>) => listener(event.data))
}
