/** One permission string, or some of which any or all are needed (specification §6). */
export type Need = string | { readonly any: readonly string[] } | { readonly all: readonly string[] }

/** Whether the held strings satisfy the need. Only for showing and hiding: the server decides again. */
export function satisfies(held: ReadonlySet<string>, need: Need): boolean {
  if (typeof need === 'string') return held.has(need)
  return 'any' in need ? need.any.some((it) => held.has(it)) : need.all.every((it) => held.has(it))
}
