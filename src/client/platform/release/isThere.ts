/** Whether the server answers. Asked past the browser's own opinion, which knows cables and not servers. */
export async function isThere(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store' })).ok
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
