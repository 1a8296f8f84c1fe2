/** What the modules that are built make use of, read from their declarations: what waits for a module is shown as soon as the module is there. */
import { headFields } from '../application.ts'
import type { ModuleDefinition } from '../module.ts'
import { phraseActions, phraseDictionary } from '../phrases.ts'

/** Dictionaries that pages of the product read by name, besides those that fields are chosen from. */
const ownDictionaries: readonly string[] = [
  ...'yesNo enableStatus ticketStatus ticketListLabel ticketAction ticketGroup stateKind participantType approveMode'.split(
    ' ',
  ),
  ...'emptyPolicy timeoutAction workflowOwner workflowStatus threePublic noticeTarget contentType configItemType dayKind'.split(
    ' ',
  ),
  ...phraseActions.map(phraseDictionary),
]

export interface InUse {
  readonly dictionaries: ReadonlySet<string>
  /** Roles to which a module grants something, which it asks in a chain, or whose holders it tells something. */
  readonly roles: ReadonlySet<string>
}

const known = new WeakMap<readonly ModuleDefinition[], InUse>()

/** Every value of a property, wherever it stands in a declaration. */
const valuesOf = (declared: unknown, property: string): readonly string[] =>
  [...JSON.stringify(declared).matchAll(new RegExp(`"${property}":"(\\w+)"`, 'g'))].flatMap(([, value]) => value ?? [])

/** Types whose forms come later (D13) use nothing yet. */
export function inUse(modules: readonly ModuleDefinition[]): InUse {
  const found = known.get(modules)
  if (found !== undefined) return found
  const declared = [headFields, modules.map(({ records, applications }) => [records, applications])]
  const granted = modules.flatMap(({ permissions }) =>
    permissions.flatMap(({ actions }) => Object.values(actions).flat()),
  )
  const made: InUse = {
    dictionaries: new Set([...ownDictionaries, ...valuesOf(declared, 'dictionary')]),
    roles: new Set([
      ...granted,
      ...valuesOf(declared, 'role'),
      ...modules.flatMap(({ notifiesRoles = [] }) => notifiesRoles),
    ]),
  }
  known.set(modules, made)
  return made
}
