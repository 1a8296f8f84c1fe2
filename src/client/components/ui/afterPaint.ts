/** Runs what answers a press once the press itself is on the screen: whoever presses sees at once that it was felt. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
