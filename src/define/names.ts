/**
 * Names that other files declare, gathered into unions. Who declares some adds them to the interface here
 * (`declare module '#src/define/names.ts'`), so that a name nobody declares compiles nowhere.
 */

/** Permissions by who declares them: each module in its `*.names.ts`, the frame and what is not built yet in `catalogue/permissions.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the permissions are
export interface PermissionNames {}

/** Every declared permission, `resource:Action`. */
export type Permission = PermissionNames[keyof PermissionNames]

/** Shipped roles, declared in `catalogue/roles.ts`. Roles that a bureau makes for itself are data. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the roles are
export interface RoleNames {}
export type RoleName = RoleNames[keyof RoleNames]

/** Dictionaries of the product: the catalogue's in `catalogue/dictionaries.ts`, those of a module in its `*.names.ts`. A bureau may add its own, which are data. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the dictionaries are
export interface DictionaryNames {}
export type DictionaryName = DictionaryNames[keyof DictionaryNames]

/** What permissions are about: what stands before the colon. */
export type Resource = Permission extends infer P ? (P extends `${infer R}:${string}` ? R : never) : never

/** The permissions of a list of grants. */
export type PermissionsIn<Grants extends readonly { readonly resource: string; readonly actions: object }[]> = {
  [Index in keyof Grants]: `${Grants[Index]['resource']}:${keyof Grants[Index]['actions'] & string}`
}[number]

/** Asked of every type: who begins one, reads its register and takes it out of the house. */
export const applicationActions = ['Create', 'Register', 'Export'] as const
export type ApplicationAction = (typeof applicationActions)[number]

/** Permission of an application type that is known only when the program runs: types of the bureau's own bring theirs when they are published. */
export const applicationPermission = (type: string, action: ApplicationAction): Permission =>
  `${type}:${action}` as Permission

/** Records by module, each declared in its `*.names.ts`: a record defined elsewhere names itself out of these. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the records are
export interface RecordNames {}
export type RecordName = RecordNames[keyof RecordNames]

/** What is announced to pages when it changes: records, and what has no record. */
export type AnnouncedName =
  | RecordName
  | 'access'
  | 'config'
  | 'homeLayout'
  | 'notice'
  | 'proposal'
  | 'session'
  | 'workCalendar'
  | 'workflow'

/** Business effects, `<module>.<what>`, by who carries them out: each derived from its `*-effects.server.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the effects are
export interface EffectNames {}
export type EffectName = EffectNames[keyof EffectNames]

/** Configuration: the catalogue's in `catalogue/config.ts`, that of a module in its `*.names.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the settings are
export interface SettingNames {}
export type SettingName = SettingNames[keyof SettingNames]

/** Pictures that pages, menus and applications may have, declared where they are drawn (`client/components/ui/icons/namedIcons.tsx`). */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the icons are
export interface IconNames {}
export type IconName = IconNames[keyof IconNames]

/** Catalogues of the menu, declared in `catalogue/menus.ts`. A bureau may add its own, which are data. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the catalogues are
export interface CatalogueNames {}
export type CatalogueName = CatalogueNames[keyof CatalogueNames]

/** Keys of problems, each a text of the server or of a module: gathered in `server/messages/catalogues.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: its members are declared where the texts are
export interface ProblemKeyNames {}
export type ProblemKey = ProblemKeyNames[keyof ProblemKeyNames]

/** What stands below a path: `KeyUnder<'check'>` is `'required' | 'tooLong' ...`. */
export type KeyUnder<P extends string> = ProblemKey extends infer K
  ? K extends `${P}.${infer Rest}`
    ? Rest
    : never
  : never
