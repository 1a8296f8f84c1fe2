/** Whether anybody sits before the screen: activity in any tab of the browser keeps all of them open (`base.lockSeconds`). */
import { lockSecondsOf, type SessionActor } from '#machines/session/session.ts'
import { readActiveAt, writeActiveAt } from './storage.ts'
import { tellActive } from './tabs.ts'

/** Milliseconds in which activity is told once. */
const REPORT_EVERY_MS = 5_000

/** Timers stand still while a computer sleeps or a tab is frozen; the clock on the wall does not. */
function isLate(session: SessionActor): boolean {
  const seconds = lockSecondsOf(session.getSnapshot().context)
  return seconds !== null && Date.now() - readActiveAt() >= seconds * 1000
}

/** Reports what the person does, and what they did elsewhere while this tab slept. */
export function watchActivity(session: SessionActor): void {
  writeActiveAt(Date.now())
  const active = (): void => {
    const late = isLate(session)
    if (!late && Date.now() - readActiveAt() < REPORT_EVERY_MS) return
    writeActiveAt(Date.now())
    session.send({ type: late ? 'LOCK' : 'ACTIVE' })
    if (!late) tellActive()
  }
  const woken = (): void => session.send({ type: isLate(session) ? 'LOCK' : 'ACTIVE' })
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
    addEventListener(name, active, { passive: true, capture: true })
  document.addEventListener('resume', woken)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') woken()
  })
}
