/** Layouts of the home page in the API (10.2). */
import type { PlacedWidget } from './layouts/layout.ts'

/** A layout that a person made, or that roles were given. */
export interface HomeLayout {
  readonly id: number
  readonly name: string
  readonly scope: 'personal' | 'system'
  /** Roles whose people see a system layout, unless they have one of their own; empty for personal ones. */
  readonly roleKeys: readonly string[]
  readonly widgets: readonly PlacedWidget[]
  /** The personal layout that its owner sees. */
  readonly isDefault: boolean
  readonly version: number
  readonly updatedAt: string
  readonly updatedBy: string
}

/** GET /api/home/layout/ */
export interface ShownLayout {
  /** Null where there is none: widgets then stand by what waits for the person. */
  readonly layout: HomeLayout | null
  /** A layout given to the person's roles since the own one was saved. */
  readonly offered: HomeLayout | null
}

/** What a layout was before, newest first. */
export interface LayoutRevision {
  readonly version: number
  readonly name: string
  readonly widgets: readonly PlacedWidget[]
  readonly savedAt: string
  readonly savedBy: string
}

/** A role that a layout can be given to. */
export interface LayoutRole {
  readonly key: string
  readonly name: string
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/home/layout/': ShownLayout
    'GET /api/home/layouts/': readonly HomeLayout[]
    'GET /api/home/layouts/roles/': readonly LayoutRole[]
    'GET /api/home/layouts/:id/history/': readonly LayoutRevision[]
    'POST /api/home/layouts/': HomeLayout
    'PUT /api/home/layouts/:id/': HomeLayout
    'POST /api/home/layouts/:id/default/': null
    'POST /api/home/layouts/:id/keep/': null
    'POST /api/home/layouts/:id/publish/': HomeLayout
    'DELETE /api/home/layouts/:id/': null
  }
}
