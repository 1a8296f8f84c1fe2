/** What other modules ask of projects. */
import { token } from '#src/define/services.ts'

/** A project as plans and claims name it. */
export interface NamedProject {
  readonly id: number
  readonly no: string
  readonly name: string
}

/** Projects, for those who plan and spend their money (30.4). */
export interface Projects {
  /** Projects of a department that wait in the library. */
  candidates(deptId: number): Promise<readonly NamedProject[]>
  named(ids: readonly number[]): Promise<readonly NamedProject[]>
  /** A published plan takes them into the budget; `project.stateInvalid` for what is not in the library. */
  include(ids: readonly number[]): Promise<void>
  /** Whether claims may be filed for it: it is in the budget or carried out (FS-BUDGET). */
  isOpen(id: number): Promise<boolean>
  /** Money is about to be taken for it, of its own lines or of others: the first time begins the project, a finished one refuses (BUD-53, `project.stateInvalid`). */
  charge(id: number): Promise<void>
}

export const projects = token<Projects>('projects')
