import type { ApplicationPage, ShippedApplication } from './application.ts'
import type { Messages } from './messages.ts'
import type { CatalogueName, DictionaryName, IconName, Permission, RecordName, RoleName, SettingName } from './names.ts'
import { applicationPermission } from './names.ts'
import type { RecordDefinition } from './record.ts'
import type { ConfigRule } from './settings.ts'
import type { ConfirmingRole } from './workflows/proposals.ts'

/** One list of a page that has several. Its title is the record's, or with `only` the text `records.<record>.tabs.<key>`. */
export interface RecordTab {
  /** Stands in the address. */
  readonly key: string
  readonly record: RecordName
  /** Filters that always hold in this tab: `{ payState: 'unpaid' }`; keep the object the same between renderings. */
  readonly only?: Readonly<Record<string, string>>
}

/** What draws a page that is no application's. */
type OwnShell =
  | { readonly record: RecordName }
  | { readonly tabs: readonly RecordTab[] }
  | {
      readonly component: string
      /** Lists that stand in it, each under `?tab=<key>`: where rows of these records are shown. */
      readonly tabs?: readonly RecordTab[]
    }

/** A page the server may put in a menu. `component` is looked up in the module's client part; without one the record or application shell draws it. */
export interface PageDefinition {
  readonly path: string
  /** Menu catalogue (README §1): `workflow`, `budget`, `system` ... */
  readonly catalogue: CatalogueName
  readonly sort: number
  readonly icon: IconName
  /** Any of these permissions shows the page. */
  readonly permissions: readonly Permission[]
  readonly shell: OwnShell | { readonly application: string; readonly more?: NonNullable<ApplicationPage['more']> }
  /** False keeps detail pages and the like out of the navigation. */
  readonly visible?: boolean
}

/** Permission strings of one resource (§0.6) and the roles that hold them in the shipped catalogue (§0.5). */
export interface PermissionGrant {
  readonly resource: string
  /** Action -> role keys; `staff` means everybody. */
  readonly actions: Readonly<Record<string, readonly RoleName[]>>
}

/** A configuration item the module brings (SYS-71). */
export interface SettingDefinition {
  readonly key: SettingName
  readonly group: string
  readonly type: 'text' | 'number' | 'boolean' | 'json'
  readonly value: unknown
  /** What a value must satisfy; a number is not negative by default. */
  readonly rule?: ConfigRule
  /** Dictionary a text is chosen from. */
  readonly options?: DictionaryName
  /** Whose confirmations a change of the value needs, since it decides over money, leave or who approves; nobody's by default (SYS-137). */
  readonly confirmedBy?: readonly ConfirmingRole[]
  /** Sent to every browser by init/settings; never for secrets or internal thresholds. */
  readonly public?: boolean
}

/** What a module shows a person about themselves in the personal centre (10.3); drawn by the module's client part under the same key, titled by `personalTabs.<key>`. */
export interface PersonalTabDefinition {
  /** Unique over all modules; stands in the address. */
  readonly key: string
  readonly sort: number
}

/** What the pages of a module draw: its `definitions.ts`, which the browser loads with the first of them. */
export interface Definitions {
  readonly records: readonly RecordDefinition[]
  readonly applications: readonly ShippedApplication[]
}

/** What is under way is `info`, what waits for a person `warning`, what is in force or done `success`, what failed or was refused `error`. */
export type EntryColor = 'info' | 'warning' | 'success' | 'primary' | 'error'

/** Colours of entries of a module's own dictionaries, by codes that are there. */
export type EntryColors<D extends Readonly<Record<string, readonly string[]>>> = {
  readonly [K in keyof D]?: { readonly [V in D[K][number]]?: EntryColor }
}

/** A business module: what stands in `modules.ts`. Pages are titled by the application or record they show, others under `pages.<path>` in the messages. */
export interface ModuleDefinition extends Definitions {
  readonly name: string
  readonly messages: Messages
  readonly pages: readonly PageDefinition[]
  readonly permissions: readonly PermissionGrant[]
  /** Roles whose holders the module tells of something without granting them anything. */
  readonly notifiesRoles?: readonly RoleName[]
  readonly personalTabs?: readonly PersonalTabDefinition[]
  /** Dictionaries beside those of file 05: codes in order; labels stand under `dictionaries.<key>.entries.<code>`. */
  readonly dictionaries?: Readonly<Record<string, readonly string[]>>
  /** Colours of their entries: lists, details and cards show a state in its colour (STATE-CHIP). Beside the codes as `EntryColors`. */
  readonly colors?: Readonly<Record<string, Readonly<Record<string, EntryColor>>>>
  /** Configuration beside that of §0.8; titles stand under `config.<last part of the key>`. */
  readonly settings?: readonly SettingDefinition[]
}

/** The page of an application, which follows from it. */
export function pageOf({ key, group, route, icon, page }: ShippedApplication): PageDefinition | null {
  if (page === undefined) return null
  const { more, sort } = page
  const permissions = [
    applicationPermission(key, 'Create'),
    applicationPermission(key, 'Register'),
    ...(more ?? []).map(({ permission }) => permission),
  ]
  return {
    path: route,
    catalogue: group,
    sort,
    icon: page.icon ?? icon,
    permissions: [...new Set(permissions)],
    shell: { application: key, ...(more && { more }) },
  }
}

/** Where the title of a page may stand among the texts, the first that is there: its own under `pages.<path>`, else that of the application or record it shows. */
export function titlePaths({
  path,
  shell,
}: Pick<PageDefinition, 'path' | 'shell'>): readonly [own: readonly string[], shown?: readonly string[]] {
  const own = ['pages', path]
  if ('application' in shell) return [own, ['applications', shell.application, 'title']]
  return 'record' in shell ? [own, ['records', shell.record, 'title']] : [own]
}

/** A page that a module declares itself: one of an application follows from the application. */
export interface OwnPage extends PageDefinition {
  readonly shell: OwnShell
}

/** A module as it is declared: without the pages of its applications. */
interface DeclaredModule extends Omit<ModuleDefinition, 'pages'> {
  readonly pages?: readonly OwnPage[]
}

/** The module with the pages of its applications behind its own. */
export function defineModule<const M extends DeclaredModule>(
  module: M,
): Omit<M, 'pages'> & Pick<ModuleDefinition, 'pages'> {
  const { pages = [], applications } = module
  return { ...module, pages: [...pages, ...applications.flatMap((application) => pageOf(application) ?? [])] }
}
