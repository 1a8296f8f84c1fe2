let isDown = false
const ends = ['pointerup', 'pointercancel'] as const
if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', () => (isDown = true), true)
  for (const end of ends) document.addEventListener(end, () => (isDown = false), true)
}

/** Runs soon; not while a button of the pointer is down, since what moves then under the pointer is not what was pressed. */
export function afterPointer(run: () => void): void {
  if (!isDown) {
    setTimeout(run)
    return
  }
  const waiting = new AbortController()
  const goOn = (): void => {
    waiting.abort()
    setTimeout(run)
  }
  for (const end of ends) document.addEventListener(end, goOn, { signal: waiting.signal })
}
