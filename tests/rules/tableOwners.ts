/** Whose a table or view is, and who takes part in tables of others. */
import { modules } from '#src/modules.ts'
import { sources } from './sources.ts'
import { migrationTexts, sqlTextsOf } from './sqlTexts.ts'

/** `server`, or the name of a module. */
export type Owner = string

const created = /\bcreate\s+(?:or\s+replace\s+)?(table|view)\s+(?:if\s+not\s+exists\s+)?([a-z_]+)/g

const declared = migrationTexts.flatMap(({ owner, text }) =>
  [...text.matchAll(created)].map(([, kind = '', name = '']) => ({ owner, kind, name })),
)
/** Who owns each table, by the migration that creates it. */
export const tables: ReadonlyMap<string, Owner> = new Map(
  declared.filter(({ kind }) => kind === 'table').map(({ name, owner }) => [name, owner]),
)
/** Who declares each view: what an owner gives out. */
export const views: ReadonlyMap<string, Owner> = new Map(
  declared.filter(({ kind }) => kind === 'view').map(({ name, owner }) => [name, owner]),
)

/** Modules whose records all stand on tables of the server: they are its administration, and belong to it. */
const administrations: ReadonlySet<string> = new Set(
  modules
    .filter(({ name }) => !migrationTexts.some(({ owner }) => owner === name))
    .filter(({ records }) => records.length > 0 && records.every(({ table }) => tables.get(table) === 'server'))
    .map(({ name }) => name),
)

/** Who answers for a source; the demo, the catalogue and the vocabulary belong to the server. */
export function ownerOf(path: string): Owner {
  const [, module] = /^src\/modules\/([^/]+)\//.exec(path) ?? []
  return module === undefined || administrations.has(module) ? 'server' : module
}

const name = String.raw`(?:only\s+)?([a-z_]+)(?:\s+(?:as\s+)?(?!on\b|using\b|where\b|set\b|left\b|cross\b|inner\b|join\b)[a-z_]+)?`
const list = new RegExp(
  String.raw`\b(from|join|update|into|using|lock table|trigger [a-z_]+ (?:before|after) [a-z_, ]+ on)\s+(${name}(?:\s*,\s*(?:lateral\s+)?${name})*)`,
  'gi',
)
const reads = /^(from|join|using)$/i

/** The tables a text of SQL names; `writes` says what it changes. */
export function tablesIn(text: string): readonly { readonly table: string; readonly writes: boolean }[] {
  // A fragment may begin with what follows `from`.
  const opening = new RegExp(String.raw`^\s*${name}\s+(?:left\s+)?(?:join|where)\b`).test(text) ? 'from ' : ''
  return [...(opening + text).matchAll(list)].flatMap(({ 1: verb = '', 2: listed = '', index }) =>
    listed.split(',').flatMap((part) => {
      const table = /^\s*(?:lateral\s+|only\s+)?([a-z_]+)/.exec(part)?.[1]
      if (table === undefined || !(tables.has(table) || views.has(table))) return []
      return [{ table, writes: !reads.test(verb) || /delete\s+$/i.test((opening + text).slice(0, index)) }]
    }),
  )
}

export interface ForeignUse {
  /** `owner: file -> table`, with ` (writes)` for what changes it. */
  readonly use: string
  readonly line: number
}

/** Locks the rows of everything it names; a lock `of` some of them is left to the reader. */
const locks = /\bfor (?:no key )?(?:update|share)\b(?! of)/

/** Where somebody reads or changes a table of another owner, or changes a view or locks its rows. */
export function foreignUses(): readonly ForeignUse[] {
  const texts = [
    ...sources
      .filter(
        ({ path }) =>
          /^src\/(modules|server|demo|catalogue|define|fields)\//.test(path) &&
          !/[./](messages|zhHans|en)\.ts$/.test(path),
      )
      .flatMap(sqlTextsOf)
      .map((found) => ({ ...found, owner: ownerOf(found.path) })),
    ...migrationTexts.map((found) => ({ ...found, line: 1 })),
  ]
  const uses = texts.flatMap(({ path, owner, text, line }) =>
    tablesIn(text)
      .filter(({ table, writes }) => (views.has(table) ? writes || locks.test(text) : true))
      .map(({ table, writes }) => ({ table, writes, of: tables.get(table) ?? views.get(table) }))
      .filter(({ of }) => of !== owner)
      .map(({ table, writes, of }) => ({ use: `${of}: ${path} -> ${table}${writes ? ' (writes)' : ''}`, line })),
  )
  return [...new Map(uses.map((use) => [use.use, use])).values()].toSorted((a, b) => (a.use < b.use ? -1 : 1))
}
