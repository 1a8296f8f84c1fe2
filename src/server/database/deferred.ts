/** Begins a statement whose result nobody reads (`statement('deferred')`), as the driver knows it. */
export const DEFERRED = '/* deferred */'

/** Whether a statement need not be answered before the next one is sent. */
export function isDeferred(text: string): boolean {
  return text.startsWith(DEFERRED)
}
