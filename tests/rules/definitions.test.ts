import { describe, expect, it } from 'vitest'
import { catalogues, framePages } from '#src/catalogue/menus.ts'
import { iconNames } from '#src/client/components/ui/icons/namedIcons.tsx'
import { type ApplicationDefinition, fieldsOf, formFieldsOf } from '#src/define/application.ts'
import { fieldsOfPart } from '#src/define/forms/summary.ts'
import type { MessageTree } from '#src/define/messages.ts'
import { type ModuleDefinition, type OwnPage, titlePaths } from '#src/define/module.ts'
import type { Fields } from '#src/fields/field.ts'
import { modules } from '#src/modules.ts'
import { moduleServers } from '#src/server/app/moduleServers.ts'
import { sources } from './sources.ts'

const lookUp = (tree: MessageTree, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined),
    tree,
  )

function missingTexts(module: ModuleDefinition, paths: readonly (readonly string[])[]): string[] {
  return (['zhHans', 'en'] as const).flatMap((language) =>
    paths
      .filter((path) => typeof lookUp(module.messages[language], path) !== 'string')
      .map((path) => `${module.name} ${language} ${path.join(' › ')}`),
  )
}

/** Field names with those of sub-tables as `lines.amount`. */
const names = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, field]) => [
    name,
    ...(field.kind === 'lines' ? Object.keys(field.fields).map((inner) => `${name}.${inner}`) : []),
  ])

const effectsOf = ({ effects }: ApplicationDefinition): string[] =>
  Object.entries(effects).flatMap(([hook, plan]) =>
    hook === 'onHandle' ? Object.values(plan as Record<string, readonly string[]>).flat() : (plan as readonly string[]),
  )

/** What the browser loads of the modules, by path. */
const loaded = import.meta.glob<{ default: unknown }>(
  ['../../src/modules/*/definitions.ts', '../../src/modules/*/texts/{zhHans,en}.ts'],
  { eager: true },
)

describe.each(modules.map((module) => [module.name, module] as const))('module %s', (name, module) => {
  it('keeps its definitions and its texts where the browser looks for them', () => {
    const at = (file: string): unknown => loaded[`../../src/modules/${name}/${file}`]?.default
    expect([at('definitions.ts'), at('texts/zhHans.ts'), at('texts/en.ts')]).toEqual([
      { records: module.records, applications: module.applications },
      module.messages.zhHans,
      module.messages.en,
    ])
  })

  it('has a title and a label for every field and chart of every record, in both languages', () => {
    const paths = module.records.flatMap((record) => [
      ['records', record.name, 'title'],
      ...Object.keys(record.fields).map((field) => ['records', record.name, 'fields', field]),
      ...Object.keys(record.list.charts ?? {}).flatMap((chart) =>
        ['title', 'unit'].map((text) => ['records', record.name, 'charts', chart, text]),
      ),
    ])
    expect(missingTexts(module, paths)).toEqual([])
  })

  it('has title, purpose, guide, section and field texts for every application, in both languages', () => {
    const paths = module.applications.flatMap((application) => [
      ...['title', 'purpose', 'guide'].map((key) => ['applications', application.key, key]),
      ...application.sections.map((section) => ['applications', application.key, 'sections', section.key]),
      ...names(fieldsOf(application)).map((field) => ['applications', application.key, 'fields', field]),
    ])
    expect(missingTexts(module, paths)).toEqual([])
  })

  it('tells every application in a line of open fields of its own form (20.6)', () => {
    const unknown = module.applications.flatMap((application) => {
      const fields = formFieldsOf(application)
      return application.summary.flatMap((part) =>
        fieldsOfPart(part)
          .filter((name) => fields[name] === undefined || fields[name].maskedUnless !== undefined)
          .map((name) => `${application.key} ${name}`),
      )
    })
    expect(unknown).toEqual([])
  })

  it('has a line for everything that people hold of it, in both languages (60.1)', () => {
    const holdings = moduleServers([module]).get(module.name)?.holdings ?? []
    expect(
      missingTexts(
        module,
        holdings.map(({ key }) => ['holdings', key]),
      ),
    ).toEqual([])
  })

  it('lists, filters and searches only fields it has', () => {
    const unknown = module.records.flatMap((record) =>
      [...record.list.columns, ...record.list.filters, ...record.list.search, ...record.titleFields]
        .filter((field) => !(field in record.fields))
        .map((field) => `${record.name}.${field}`),
    )
    expect(unknown).toEqual([])
  })

  it('lists beside its details only own rows that name the row by a filter', () => {
    const wrong = module.records.flatMap((record) =>
      (record.related ?? [])
        .filter(({ record: name, by }) => {
          const listed = module.records.find((other) => other.name === name)
          const field = listed?.fields[by]
          return (
            field?.kind !== 'reference' || field.record !== record.name || listed?.list.filters.includes(by) !== true
          )
        })
        .map((list) => `${record.name} ${list.record}.${list.by}`),
    )
    expect(wrong).toEqual([])
  })

  it('grants the permissions of every page', () => {
    const granted = new Set(
      module.permissions.flatMap((grant) => Object.keys(grant.actions).map((action) => `${grant.resource}:${action}`)),
    )
    expect(module.pages.flatMap((page) => page.permissions).filter((permission) => !granted.has(permission))).toEqual(
      [],
    )
  })

  it('stands in catalogues the menu has, under icons that are drawn', () => {
    const known = new Set(catalogues.map(({ key }) => key))
    expect(module.pages.map(({ catalogue }) => catalogue).filter((key) => !known.has(key))).toEqual([])
    const icons = [...module.pages, ...module.applications].map(({ icon }) => icon)
    expect(icons.filter((icon) => !iconNames.includes(icon))).toEqual([])
  })

  it('names every entry of its dictionaries in both languages, and among them the kind of every claim it adds', () => {
    const own = module.dictionaries ?? {}
    const paths = Object.entries(own).flatMap(([key, codes]) =>
      codes.map((code) => ['dictionaries', key, 'entries', code]),
    )
    expect(missingTexts(module, paths)).toEqual([])
    const kinds = module.applications.flatMap(({ registerOnly }) => registerOnly?.expenseClaim?.kind ?? [])
    expect(kinds.filter((kind) => own.claimKind?.includes(kind) !== true)).toEqual([])
  })

  it('titles every tab of the personal centre in both languages', () => {
    expect(
      missingTexts(
        module,
        (module.personalTabs ?? []).map((tab) => ['personalTabs', tab.key]),
      ),
    ).toEqual([])
  })

  it('titles every page in both languages, and none again that has the title of what it shows', () => {
    const untitled = module.pages.flatMap((page) => {
      const [own, shown] = titlePaths(page)
      const missing = missingTexts(module, [own])
      return shown === undefined || missing.length === 1
        ? missing
        : missing.length === 2
          ? missingTexts(module, [shown])
          : []
    })
    const repeated = module.pages.flatMap((page) => {
      const [own, shown] = titlePaths(page)
      const titles = ([module.messages.zhHans, module.messages.en] as const).map((tree) => [
        lookUp(tree, own),
        shown && lookUp(tree, shown),
      ])
      return titles.every(([title, same]) => title !== undefined && title === same) ? [page.path] : []
    })
    expect({ untitled, repeated }).toEqual({ untitled: [], repeated: [] })
  })
})

/** What the page of an application has that does not follow from it, and why. */
const particular: Readonly<Record<string, string>> = {
  'leaveApproval more': 'who is away is shown to leaders who keep no register',
  'equipmentClothing more': 'the matrix of sizes and the survey belong to no single application',
  'useSeal more': 'the keeper has a day before them, and seals that are out stand in a calendar',
  'accessControlDining more': 'the guard sees at the gate who may come in and who is inside',
  'officeElectronicEquipment icon': 'the menu marks both kinds of equipment as assets',
  'officeFurniture icon': 'the menu marks both kinds of equipment as assets',
}

/** What the compiler refuses. */
const refusedPage = (): readonly OwnPage[] => [
  {
    path: '/workflow/receive/otherBusiness',
    catalogue: 'receive',
    sort: 130,
    icon: 'more',
    permissions: ['otherBusiness:Create', 'otherBusiness:Register'],
    // @ts-expect-error a module does not declare the page of an application again
    shell: { application: 'otherBusiness' },
  },
]

describe('pages of applications', () => {
  it('follow from the application: address, catalogue, icon, permissions and shell', () => {
    const applications = modules.flatMap((module) => module.applications)
    const pages = new Map(modules.flatMap((module) => module.pages).map((page) => [page.path, page]))
    expect(applications.map(({ route }) => pages.get(route))).toEqual(
      applications.map(({ key, group, icon, page }) => ({
        path: `/workflow/${group}/${key}`,
        catalogue: group,
        sort: page?.sort,
        icon: page?.icon ?? icon,
        permissions: [
          ...new Set([`${key}:Create`, `${key}:Register`, ...(page?.more ?? []).map(({ permission }) => permission)]),
        ],
        shell: { application: key, ...(page?.more && { more: page.more }) },
      })),
    )
    expect(refusedPage).toBeTypeOf('function')
  })

  it('have a reason for whatever does not follow', () => {
    const slots = modules.flatMap((module) =>
      module.applications.flatMap(({ key, page }) =>
        Object.keys(page ?? {})
          .filter((slot) => slot !== 'sort')
          .map((slot) => `${key} ${slot}`),
      ),
    )
    expect(slots.toSorted()).toEqual(Object.keys(particular).toSorted())
  })
})

describe('permissions of records', () => {
  it('are not written out where all follow from one resource', () => {
    const written =
      /^ {2}permissions: \{\s*search: '(\w+):Search',\s*retrieve: '\1:Retrieve',?\s*((create: '\1:Create|update: '\1:Update|remove: '\1:Delete|export: '\1:Export|import: '\1:Import)',?\s*)*\}/m
    expect(
      sources.filter(({ path, text }) => path.startsWith('src/modules/') && written.test(text)).map(({ path }) => path),
    ).toEqual([])
  })
})

describe('the frame', () => {
  it('has pictures for its pages and for the catalogues of the menu', () => {
    const icons = [...framePages, ...catalogues].map(({ icon }) => icon)
    expect(icons.filter((icon) => !iconNames.includes(icon))).toEqual([])
  })
})

describe('effects', () => {
  it('every effect an application names is carried out by exactly one module, and no other is offered', () => {
    const offered = [...moduleServers(modules).values()].flatMap((server) => Object.keys(server.effects ?? {}))
    const wanted = new Set(modules.flatMap((module) => module.applications.flatMap(effectsOf)))
    expect(offered.toSorted()).toEqual([...wanted].toSorted())
  })
})
