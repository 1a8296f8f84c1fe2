/** Gives Node a browser storage for one test; the answer takes it away again. */
export function storageStub(content: Readonly<Record<string, string>>): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  const kept = new Map(Object.entries(content))
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  })
  return () => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'localStorage')
    else Object.defineProperty(globalThis, 'localStorage', before)
  }
}
