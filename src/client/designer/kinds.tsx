import { EndorsedIcon, EnvelopeIcon, TakeActionIcon } from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { StateKind } from '#machines/ticket/definition.ts'

/** What is carried over the canvas: a new state of a kind, or one that moves. */
export type Dragged = { readonly kind: StateKind } | { readonly key: string }

/** The kinds of states in the palette. */
export const kinds: readonly StateKind[] = ['approve', 'handle', 'cc']

/** What stands for a kind of state. */
export const kindIcons: Readonly<Record<StateKind, ReactElement>> = {
  approve: <EndorsedIcon />,
  handle: <TakeActionIcon />,
  cc: <EnvelopeIcon />,
}
