/** What the command palette finds (specification §2 search bar), already limited to what the reader may see. */

/** A page of the reader's menu. */
export interface FoundPage {
  readonly path: string
  readonly title: string
  /** Titles of the catalogues above it, outermost first. */
  readonly catalogues: readonly string[]
  readonly icon: string
}
/** An application the reader may start. */
export interface FoundAction {
  readonly key: string
  readonly path: string
  readonly title: string
  readonly icon: string
}
export interface FoundTicket {
  readonly id: number
  readonly no: string
  readonly title: string
  readonly status: string
  readonly applicantName: string
}
export interface FoundPerson {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly deptName: string
  readonly post: string
}

/** A department in use; names of departments are everybody's to know. */
export interface FoundDepartment {
  readonly id: number
  readonly name: string
  /** Names of the departments above it, outermost first. */
  readonly above: readonly string[]
}
/** A dictionary, for those who may look after them. */
export interface FoundDictionary {
  readonly key: string
  readonly name: string
}

/** Best matches first in every group. */
export interface SearchAnswer {
  readonly pages: readonly FoundPage[]
  readonly actions: readonly FoundAction[]
  readonly tickets: readonly FoundTicket[]
  readonly people: readonly FoundPerson[]
  readonly departments: readonly FoundDepartment[]
  readonly dictionaries: readonly FoundDictionary[]
  /** Applications that come nearest to the wish, where no application fits it. */
  readonly nearest: readonly FoundAction[]
}
