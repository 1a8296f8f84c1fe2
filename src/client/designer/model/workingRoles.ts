/** Roles as a designer chooses them: administrators neither approve nor handle (SYS-131). */
import { isAdministratorRole } from '#machines/ticket/definition/separation.ts'

type Roles = Readonly<Record<string, string>>
interface Choice {
  readonly value: string
  readonly label: string
}

/** All of them as choices, in their order. */
export const allRoles = (roles: Roles): readonly Choice[] =>
  Object.entries(roles).map(([value, label]) => ({ value, label }))

/** Those that may be given work; the one that stands there already stays visible, so that it can be changed. */
export const workingRoles = (roles: Roles, standing?: string): readonly Choice[] =>
  allRoles(roles).filter(({ value }) => value === standing || !isAdministratorRole(value))
