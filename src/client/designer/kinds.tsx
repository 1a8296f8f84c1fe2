import {
  DocumentShareIcon,
  EndorsedIcon,
  EnvelopeIcon,
  FlowBranchIcon,
  FlowReviewBranchIcon,
  TakeActionIcon,
} from '@blueprintjs/icons'
import type { ReactElement } from 'react'
import type { Home } from '#machines/ticket/definition/blocks.ts'
import type { Insertable } from './model/branches.ts'

/** What is carried over the canvas: something new, a state that moves, or a branch among its neighbours. */
export type DragItem = { readonly kind: Insertable } | { readonly key: string } | { readonly branch: Home }

/** What the palette holds. */
export const kinds: readonly Insertable[] = ['approve', 'handle', 'cc', 'sub', 'parallel', 'inclusive']
/** What may stand in a branch: handling comes after approval, and so after the join. */
export const kindsInBranch: readonly Insertable[] = kinds.filter((kind) => kind !== 'handle')

/** What stands for a kind of state, and for branches. */
export const kindIcons: Readonly<Record<Insertable, ReactElement>> = {
  approve: <EndorsedIcon />,
  handle: <TakeActionIcon />,
  cc: <EnvelopeIcon />,
  sub: <DocumentShareIcon />,
  parallel: <FlowBranchIcon />,
  inclusive: <FlowReviewBranchIcon />,
}
