/** Answers of departments, people and roles. Names are in the reader's language. */

import type { ButtonGrant, FirstPassword } from '../accounts.ts'
import type { HeldCount } from '../holdings.ts'
import type { ProposedAnswer } from '../workflows/proposals.ts'
import type { RoleName } from './access.ts'
import type { PageOf } from './answers.ts'
import type { ImportNote, RecordRow } from './records.ts'

/** A department, named by its whole path. */
export interface DepartmentName {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly parent: number | null
  readonly sort: number
}
export interface DepartmentNode {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly nameEn: string
  readonly parent: number | null
  readonly sort: number
  readonly children: readonly DepartmentNode[]
}
/** A person as pickers offer them: name and post, which every colleague may know. */
export interface PersonOption {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly deptId: number
  readonly deptName: string
  readonly post: string
}
export interface PeopledNode extends Omit<DepartmentNode, 'children'> {
  readonly children: readonly PeopledNode[]
  readonly users: readonly PersonOption[]
}

/** A row of the accounts: the record's columns and these. */
export type UserRow = RecordRow
export interface DepartmentCount {
  readonly deptId: number
  readonly people: number
}
/** What somebody holds, looked over before the account is switched off (60.1). */
export interface HeldLine extends HeldCount {
  readonly key: string
  readonly successor?: 'offered' | 'needed'
}
export interface AccountState {
  readonly id: number
  readonly state: boolean
  readonly version: number
}
/** Which roles somebody holds, and which they may be given. */
export interface RoleAssignment {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly roleIds: readonly number[]
  /** Departments a division leader is in charge of, and how many there may be. */
  readonly leaderOf: readonly number[]
  readonly most: number
  readonly roles: readonly RoleName[]
}
export interface UserImport {
  readonly created: number
  readonly updated: number
  /** People of whom something waits for a second person (SYS-140). */
  readonly proposed?: number
  readonly notes: readonly ImportNote[]
  /** Of those who are new, told once. */
  readonly passwords: readonly FirstPassword[]
}

export interface GrantableMenu {
  readonly id: number
  readonly parent: number | null
  readonly title: string
  readonly icon: string
  readonly isCatalog: boolean
  readonly visible: boolean
  readonly state: boolean
}
export interface GrantableButton {
  readonly id: number
  readonly menuId: number | null
  readonly name: string
  readonly value: string
  readonly adminOnly: boolean
  readonly sort: number
}
/** Everything that can be granted. */
export interface Grantable {
  readonly menus: readonly GrantableMenu[]
  readonly buttons: readonly GrantableButton[]
}
/** What a role grants. */
export interface RoleGrants {
  readonly version: number
  readonly menus: readonly number[]
  readonly buttons: readonly ButtonGrant[]
}
export interface RolePerson {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly deptName: string
  readonly post: string
  readonly state: boolean
}

declare module './answers.ts' {
  interface Answers {
    'GET /api/system/dept/all_dept/': readonly DepartmentName[]
    'GET /api/v1/auth/dept/tree/': readonly DepartmentNode[]
    'GET /api/v1/auth/dept/dept_tree_users/': readonly PeopledNode[]
    'GET /api/system/user/options/': readonly PersonOption[]
    'GET /api/system/user/': PageOf<UserRow>
    'GET /api/system/user/department_counts/': readonly DepartmentCount[]
    'POST /api/system/user/': UserRow & { readonly password: string }
    'PUT /api/system/user/:id/': UserRow | ProposedAnswer
    'DELETE /api/system/user/:id/': null
    'POST /api/system/user/import_data/': UserImport
    'GET /api/system/user/:id/leaving/': readonly HeldLine[]
    'POST /api/system/user/:id/disable/': AccountState
    'POST /api/system/user/:id/enable/': AccountState | ProposedAnswer
    'POST /api/system/user/multiple_disable/': null
    'POST /api/system/user/multiple_enable/': ProposedAnswer | null
    'POST /api/system/user/multiple_move/': null
    'POST /api/system/user/:id/unlock/': null
    'POST /api/system/user/:id/reset_password/': FirstPassword | ProposedAnswer
    'POST /api/system/user/:id/reset_second_factor/': ProposedAnswer | null
    'GET /api/system/user/assignable_roles/': readonly RoleName[]
    'GET /api/system/user/:id/roles/': RoleAssignment
    'POST /api/system/user/:id/assign_roles/': ProposedAnswer | null
    'GET /api/system/role/grantable/': Grantable
    'GET /api/system/role/:id/grants/': RoleGrants
    'PUT /api/system/role/:id/grants/': { readonly version: number } | ProposedAnswer
    'PUT /api/system/role/:id/menus/': { readonly version: number }
    'PUT /api/system/role/:id/buttons/': { readonly version: number } | ProposedAnswer
    'PUT /api/system/role/:id/data_scope/': { readonly version: number } | ProposedAnswer
    'GET /api/system/role/:id/users/': readonly RolePerson[]
    'PUT /api/system/role/:id/users/': readonly RolePerson[] | ProposedAnswer
    'POST /api/system/role/:id/copy/': { readonly id: number }
  }
}
