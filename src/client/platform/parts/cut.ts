/** What the product says and is made of, cut into the parts a browser loads one at a time. Runs when the client is built, never in a browser. */

import { firstMessages, layoutFirst } from '#src/client/platform/i18n/catalogue.ts'
import { frameNames, laterMessages } from '#src/client/platform/i18n/pageTexts.ts'
import { type ComingApplication, comingRoute } from '#src/define/application.ts'
import type { Language, Messages, MessageTree } from '#src/define/messages.ts'
import { applicationPermission } from '#src/define/names.ts'
import { fieldsMessages } from '#src/fields/fields.messages.ts'
import { modules } from '#src/modules.ts'
import type { Definitions, PartsIndex } from './kinds.ts'

const isTree = (value: string | MessageTree | undefined): value is MessageTree => typeof value === 'object'

/** Families of texts a module brings that are drawn on other pages than its own, or by the server alone. */
const drawnElsewhere = ['rules', 'holdings', 'personalTabs', 'dictionaries']

/** Of the texts of records and applications only the ones under these names: `{ records: { dept: { title } } }`. */
function only(tree: MessageTree, family: string, names: readonly string[]): MessageTree {
  const things = Object.entries(isTree(tree[family]) ? tree[family] : {}).flatMap(([thing, texts]) => {
    const kept = isTree(texts) ? Object.entries(texts).filter(([name]) => names.includes(name)) : []
    return kept.length === 0 ? [] : [[thing, Object.fromEntries(kept)] as const]
  })
  return things.length === 0 ? {} : { [family]: Object.fromEntries(things) }
}

const families = (tree: MessageTree, isWanted: (family: string) => boolean): MessageTree =>
  Object.fromEntries(Object.entries(tree).filter(([family]) => isWanted(family)))

function merged(trees: readonly MessageTree[]): MessageTree {
  const whole: Record<string, string | MessageTree> = {}
  for (const tree of trees)
    for (const [key, value] of Object.entries(tree)) {
      const before = whole[key]
      whole[key] = isTree(before) && isTree(value) ? merged([before, value]) : value
    }
  return whole
}

/** The texts by language and part: `first` (before the sign-in), `frame` (with the start-up data), `shared` (with any module), `guides`, `page.<file>`, `module.<name>`. */
export function textParts(): Readonly<Record<Language, Readonly<Record<string, MessageTree>>>> {
  return { zhHans: partsIn('zhHans'), en: partsIn('en') }
}

function partsIn(language: Language): Readonly<Record<string, MessageTree>> {
  const said = (messages: Messages): MessageTree => messages[language]
  const brought = modules.map(({ name, messages }) => [name, said(messages)] as const)
  const every = brought.map(([, tree]) => tree)
  const files = Object.entries<Messages>(laterMessages).map(([name, messages]) => [name, said(messages)] as const)
  const isOfFrame = (name: string): boolean => (frameNames as readonly string[]).includes(name)
  return {
    first: {
      ...Object.fromEntries(Object.entries<Messages>(firstMessages).map(([name, messages]) => [name, said(messages)])),
      layout: families(said(firstMessages.layout), (family) => layoutFirst.includes(family)),
    },
    frame: merged([
      { layout: said(firstMessages.layout) },
      Object.fromEntries(files.filter(([name]) => isOfFrame(name))),
      said(fieldsMessages),
      ...every.flatMap((tree) => [only(tree, 'records', ['title']), only(tree, 'applications', ['title'])]),
    ]),
    shared: merged(every.map((tree) => families(tree, (family) => family === 'rules' || family === 'holdings'))),
    guides: merged(every.map((tree) => only(tree, 'applications', ['purpose', 'guide']))),
    ...Object.fromEntries(
      files.filter(([name]) => !isOfFrame(name)).map(([name, tree]) => [`page.${name}`, { [name]: tree }] as const),
    ),
    'page.personal': merged([
      { personal: said(laterMessages.personal) },
      ...every.map((tree) => families(tree, (family) => family === 'personalTabs')),
    ]),
    ...Object.fromEntries(
      brought.map(([name, tree]) => [`module.${name}`, families(tree, (family) => !drawnElsewhere.includes(family))]),
    ),
  }
}

/** Records and applications by module. */
export function definitionParts(): Readonly<Record<string, Definitions>> {
  return Object.fromEntries(
    modules.map(({ name, records, applications }) => [name, { records, applications }] as const),
  )
}

/** Where each of them is found, and what is asked of one without loading it. */
export function partsIndex(): PartsIndex {
  return {
    pages: modules.flatMap(({ name, pages }) => pages.map(({ path, shell }) => ({ path, shell, module: name }))),
    personalTabs: modules.flatMap(({ name, personalTabs = [] }) =>
      personalTabs.map(({ key, sort }) => ({ key, sort, module: name })),
    ),
    records: Object.fromEntries(
      modules.flatMap(({ name: module, records }) =>
        records.map(({ name, path, permissions: { search, retrieve } }) => [
          name,
          { module, path, search, ...(retrieve !== undefined && { retrieve }) },
        ]),
      ),
    ),
    applications: Object.fromEntries(
      modules.flatMap(({ name: module, applications }) =>
        applications.map(({ key, route }) => [key, { module, route }]),
      ),
    ),
    coming: Object.fromEntries(
      modules.flatMap(({ name, coming = [] }) => coming.map(({ key }: ComingApplication) => [key, name])),
    ),
    comingPages: modules.flatMap(({ name: module, coming = [], comingPages = [] }) => [
      ...comingPages.map((page) => ({ ...page, module, application: null })),
      ...coming.map((type) => ({
        path: comingRoute(type),
        permissions: [applicationPermission(type.key, 'Create')],
        ...(type.settings && { settings: type.settings }),
        module,
        application: type.key,
      })),
    ]),
  }
}
