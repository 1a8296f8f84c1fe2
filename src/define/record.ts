import type { Condition } from '#machines/ticket/definition/definition.ts'
import type { Fields } from '#src/fields/field.ts'
import type { Permission, RecordName, Resource } from './names.ts'

/** Who may do what with a record: permission strings of 00-overview §0.6. An absent action does not exist for the record. */
export interface RecordPermissions {
  readonly search: Permission
  readonly retrieve?: Permission
  readonly create?: Permission
  readonly update?: Permission
  readonly remove?: Permission
  readonly export?: Permission
  readonly import?: Permission
}

/** Actions of the record shell by the action of the permission that they ask for. */
const standardActions = {
  search: 'Search',
  retrieve: 'Retrieve',
  create: 'Create',
  update: 'Update',
  remove: 'Delete',
  export: 'Export',
  import: 'Import',
} as const
type StandardAction = keyof typeof standardActions

/** What may be done with a record of this resource besides reading it: the actions whose permission is declared. */
type DeclaredAction<R extends Resource> = {
  [A in StandardAction]: `${R}:${(typeof standardActions)[A]}` extends Permission ? A : never
}[StandardAction]

/** The permissions of a record that follow from its resource: those to read it, and of the actions it has. A record that asks for others names these beside it. */
export function permissionsFrom<R extends Resource>(
  resource: R,
  ...actions: readonly Exclude<DeclaredAction<R>, 'search' | 'retrieve'>[]
): RecordPermissions {
  const all: readonly StandardAction[] = ['search', 'retrieve', ...actions]
  return Object.fromEntries(
    all.map((action) => [action, `${resource}:${standardActions[action]}` as Permission]),
  ) as RecordPermissions & Record<string, Permission>
}

/** Which columns carry the data scope (INV-11): a row is visible when one of its departments is in the reader's departments, or its owner is the reader. A record with neither is visible to everyone who holds the permission. */
export interface RecordScope {
  /** One column, or several where a row belongs to more than one department. */
  readonly department?: string | readonly string[]
  /** A column of several departments (kind `departments`) that share in the row beside the one it belongs to. */
  readonly sharedWith?: string
  readonly owner?: string
}

/** The columns that say to which departments a row belongs. */
export const departmentColumns = ({ department }: Pick<RecordScope, 'department'>): readonly string[] =>
  department === undefined ? [] : typeof department === 'string' ? [department] : department

/** Whether the data scope limits who sees a row at all. */
export const isScoped = (scope: RecordScope): boolean =>
  departmentColumns(scope).length > 0 || scope.owner !== undefined

/** An action beside the CRUD ones: `POST {path}{id}/{name}/` with a small form; the work is done by the module's server part. */
export interface RecordAction {
  readonly permission: Permission
  readonly fields?: Fields
  readonly when?: Condition
  readonly intent?: 'primary' | 'success' | 'warning' | 'danger'
  /** What its form brings is not to be read in the operation log: sealed quotes (E3). */
  readonly isSecret?: true
}

/** Days back that a keyword is looked for in a list that has `recent`, when nobody says from when: what no index serves must not read a log from its beginning. */
export const SEARCHED_DAYS = 92

/** A column added up, averaged, or added up and divided by the people of the department that `by` names; or how many rows in a hundred have the value `is` in it. */
export type ChartMeasure<N extends string = string> =
  | { readonly of: N; readonly as: 'sum' | 'average' | 'perHead' }
  | { readonly of: N; readonly as: 'percent'; readonly is: string }

/** Bars above a list (CHART-STD): its rows counted by one of its columns, or another column added up or averaged. A click narrows the list to a bar. */
export interface RecordChart<N extends string = string> {
  /** A field the list can be narrowed to by its whole value. */
  readonly by: N
  /** Filters of the list that hold for the chart: `{ result: 'failure' }`. */
  readonly only?: Readonly<Record<string, string>>
  /** What the bars measure instead of counting rows. */
  readonly measure?: ChartMeasure<N>
  /** Values that follow each other, as standing bars in their order; of integers with a first and a last one every one between. Without it the longest come first. */
  readonly series?: 'values' | readonly [first: number, last: number]
}

/** A list beside the details of a row: the rows of `record` whose field `by`, one of its filters, names it. */
export interface RelatedList {
  readonly record: RecordName
  readonly by: string
}

/** What list calls are asked with besides filters (97-api): a field of such a name could not be filtered by, and does not compile. */
type ReservedName = 'page' | 'limit' | 'ordering' | 'search' | 'ids'
type NoReservedName = { readonly [N in ReservedName]?: never }

/** One business record: a table, its API and its page, said once. Database columns are the snake_case of the field names plus FS-BASE (id, created_at, created_by, dept_id when scoped by it, updated_at, updated_by, version, remark, deleted_at). */
export interface RecordDefinition {
  /** camelCase public name, unique: `leaveQuota`, out of the module's `*.names.ts`. Message keys stand under `records.<name>`. */
  readonly name: RecordName
  readonly table: string
  /** API path, `/api/leave/quota/`. */
  readonly path: string
  readonly permissions: RecordPermissions
  readonly scope: RecordScope
  readonly fields: Fields & NoReservedName
  /** How a row is called in a confirmation or a picker: one or two field names. */
  readonly titleFields: readonly string[]
  readonly list: {
    readonly columns: readonly string[]
    /** Fields offered as filters; dates and money as ranges `_after` / `_before`. */
    readonly filters: readonly string[]
    /** Further filters of calls (97-api), which the page does not draw: the field by the name of its filter. */
    readonly callFilters?: Readonly<Record<string, string>>
    /** Text fields searched by `search`. */
    readonly search: readonly string[]
    /** `field` or `-field`; default `-createdAt`. */
    readonly order?: string
    /** A list nobody has narrowed shows the days up to today by this filter. */
    readonly recent?: { readonly field: string; readonly days: number }
    /** By name; titles and units stand under `records.<name>.charts.<chart>`. */
    readonly charts?: Readonly<Record<string, RecordChart>>
  }
  /** Fields of the create and update form, in order; default all that are not computed. */
  readonly form?: readonly string[]
  /** Lists of the same module whose rows name this one, each in a tab of its own of the details; what else is connected stands under Related. */
  readonly related?: readonly RelatedList[]
  /** Columns by which an import row is recognised; default none (always create). */
  readonly naturalKey?: readonly string[]
  readonly actions?: Readonly<Record<string, RecordAction>>
  /** Rows that nobody changes or removes while this holds for them, e.g. those the product ships. Their buttons are not drawn and the server refuses (`record.stateInvalid`). */
  readonly locks?: { readonly update?: Condition; readonly remove?: Condition }
  /** Whoever creates, changes or removes a row enters their own password again (SYS-122); there is no removal of many at once. */
  readonly requiresPassword?: boolean
  /** Its list and its rows may be opened by the white list to whoever lacks the permission, or to everybody (SYS-132). */
  readonly openable?: true
  /** Append-only (INV-03): no update, no remove, enforced by the table as well. */
  readonly appendOnly?: boolean
}

/** Columns every record has beside its fields. */
type OwnColumn = 'id' | 'remark' | 'createdAt' | 'createdBy' | 'updatedAt' | 'updatedBy' | 'version' | 'deptId'

/** Names of the record's fields wherever it speaks of them, so that renaming a field alone does not compile. */
interface FieldsNamed<N extends string> {
  readonly scope: { readonly department?: N | readonly N[]; readonly sharedWith?: N; readonly owner?: N }
  readonly titleFields: readonly N[]
  readonly list: {
    readonly columns: readonly N[]
    readonly filters: readonly N[]
    readonly callFilters?: Readonly<Record<string, N>>
    readonly search: readonly N[]
    readonly recent?: { readonly field: N; readonly days: number }
    readonly charts?: Readonly<Record<string, RecordChart<N>>>
  }
  readonly form?: readonly N[]
  readonly naturalKey?: readonly N[]
}

export function defineRecord<const R extends RecordDefinition>(
  record: R & FieldsNamed<OwnColumn | (keyof R['fields'] & string)>,
): R {
  return record
}
