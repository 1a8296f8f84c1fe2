/** The collections of field kinds, one for each place that loads them: written from the list `FieldKinds`, so that a kind is declared once. */
import { existsSync, readFileSync } from 'node:fs'

const HEAD = '// Derived from `FieldKinds` by `npm run contract`.\n'
const capital = (name) => name.charAt(0).toUpperCase() + name.slice(1)

/** The kinds that `FieldKinds` lists, in its order. */
const kindsIn = (fields) => {
  const [, list = ''] = /export interface FieldKinds \{([^}]*)\}/.exec(readFileSync(`${fields}/field.ts`, 'utf8')) ?? []
  return [...list.matchAll(/readonly (\w+):/g)].map(([, kind]) => kind)
}

/** One collection: `file` and `value` say where the part of a kind lies and how it is called there; a kind without the file has `absent`. */
function collection(fields, kinds, { name, sentence, type, typeImports, file, value, absent }) {
  const has = (kind) => absent === undefined || existsSync(`${fields}/${kind}/${file(kind)}`)
  const imports = kinds.filter(has).map((kind) => `import { ${value(kind)} } from '../${kind}/${file(kind)}'`)
  const entries = kinds.map((kind) => {
    if (!has(kind)) return `  ${kind}: ${absent},`
    return value(kind) === kind ? `  ${kind},` : `  ${kind}: ${value(kind)},`
  })
  return `${HEAD}${[...typeImports, ...imports].join('\n')}\n\n/** ${sentence} */\nexport const ${name}: { readonly [K in FieldKind]: ${type} } = {\n${entries.join('\n')}\n}\n`
}

const fieldTypes = "import type { FieldKind, FieldOf } from '../field.ts'"
const kindType = "import type { FieldKind } from '../field.ts'"
const clientTypes = (names) => `import type { ${names} } from '#src/client/components/forms/kinds.ts'`

const collections = {
  'kinds.ts': {
    name: 'kinds',
    sentence: 'The behaviour of every field kind.',
    type: 'Kind<FieldOf<K>>',
    typeImports: [fieldTypes, "import type { Kind } from '../kind.ts'"],
    file: (kind) => `${kind}.ts`,
    value: (kind) => kind,
  },
  'kinds.server.ts': {
    name: 'serverParts',
    sentence: 'The server part of every field kind.',
    type: 'KindServer<FieldOf<K>>',
    typeImports: [fieldTypes, "import type { KindServer } from '../kind.server.ts'"],
    file: (kind) => `${kind}.server.ts`,
    value: (kind) => `${kind}Server`,
  },
  'inputs.client.ts': {
    name: 'inputs',
    sentence: 'The input and filter of every field kind.',
    type: 'KindInput<K>',
    typeImports: [clientTypes('KindInput'), kindType],
    file: (kind) => `${kind}.client.tsx`,
    value: (kind) => `${kind}Client`,
  },
  'texts.client.ts': {
    name: 'texts',
    sentence: 'The text of every field kind.',
    type: 'KindText<K>',
    typeImports: [clientTypes('KindText'), kindType],
    file: (kind) => `${kind}Text.client.tsx`,
    value: (kind) => `${kind}Text`,
  },
  'settings.client.ts': {
    name: 'settings',
    sentence: 'The designer settings of every field kind; null for kinds that have only what every field has.',
    type: 'ComponentType<SettingsProps<K>> | null',
    typeImports: ["import type { ComponentType } from 'react'", clientTypes('SettingsProps'), kindType],
    file: (kind) => `${kind}Settings.client.tsx`,
    value: (kind) => `${capital(kind)}Settings`,
    absent: 'null',
  },
}

/** The text of each derived file of `src/fields/derived`, by its name; `root` is the project folder and ends with a slash. */
export function kindFiles(root) {
  const fields = `${root}src/fields`
  const kinds = kindsIn(fields)
  return Object.fromEntries(
    Object.entries(collections).map(([name, description]) => [name, collection(fields, kinds, description)]),
  )
}
