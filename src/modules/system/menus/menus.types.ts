/** Answers about menus and their buttons beside their records. */

/** A page a menu item may open. */
export interface MenuTarget {
  readonly path: string
  readonly title: string
  readonly permissions: readonly string[]
}
/** A row that was moved in its tree. */
export interface MovedMenu {
  readonly id: number
  readonly version: number
}
/** Buttons that were made for permissions without one, and buttons that found their menu. */
export interface GeneratedButtons {
  readonly created: number
  readonly attached: number
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'POST /api/system/menu/:id/move/': MovedMenu
    'GET /api/system/menu/targets/': readonly MenuTarget[]
    'POST /api/system/menu_button/generate/': GeneratedButtons
  }
}
