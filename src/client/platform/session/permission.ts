import type { Permission } from '#src/define/names.ts'

/** One permission string, or some of which any or all are needed (specification §6). */
export type Need = Permission | { readonly any: readonly Permission[] } | { readonly all: readonly Permission[] }

const sets = new WeakMap<readonly string[], ReadonlySet<string>>()

/** What somebody holds, made once of the list the server sent. */
export function heldOf(permissions: readonly string[]): ReadonlySet<string> {
  const held = sets.get(permissions) ?? new Set(permissions)
  sets.set(permissions, held)
  return held
}

/** Whether the held strings satisfy the need. Only for showing and hiding: the server decides again. */
export function satisfies(held: ReadonlySet<string>, need: Need): boolean {
  if (typeof need === 'string') return held.has(need)
  return 'any' in need ? need.any.some((it) => held.has(it)) : need.all.every((it) => held.has(it))
}
