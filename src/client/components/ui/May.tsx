import type { ReactNode } from 'react'
import type { Need } from '#src/client/platform/session/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'

/** Shows its children only to those who hold what is needed: `need="user:Create"`, `need={{ any: [...] }}`, `need={{ all: [...] }}`. */
export function May({ need, children }: { readonly need: Need; readonly children: ReactNode }) {
  return useMay(need) ? children : null
}
