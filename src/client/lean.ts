/** What libraries bring that the product never uses, left out of what browsers load. Runs at build time only. */

/** Every icon is imported by itself, so nobody asks for one by name: neither the list of names nor the loader of names is needed. */
const withoutIconNames = {
  iconNames: 'export const IconNames = {}; export const IconNamesSet = new Set()',
  iconLoader: `export const Icons = {
    getPaths: () => undefined,
    load: async (name) => console.error('[Blueprint] an icon by its name: ' + name),
  }`,
}

/** What Blueprint says to developers, by its name alone: `[Blueprint] POPOVER_REQUIRES_TARGET`. */
const briefly = (code: string): string =>
  code.replace(
    /export const ([A-Z0-9_]+) =[\s\S]*?;\n/g,
    (_, name: string) => `export const ${name} = '[Blueprint] ${name}'\n`,
  )

/** Blueprint puts its class names together when it starts, each from others; written out, those that nobody uses fall away. */
export function writtenOut(code: string): string {
  const known = new Map([['NS', 'bp6']])
  const fill = (template: string): string =>
    template.replace(/\$\{(\w+)\}/g, (whole, name: string) => known.get(name) ?? whole)
  return code
    .replace(/let NS = "bp6";\s*if \([\s\S]*?\n}\s*else if \([\s\S]*?\n}/, 'const NS = "bp6";')
    .replace(/export const (\w+) = (?:`([^`]*)`|(\w+));/g, (whole, name: string, template?: string, other?: string) => {
      const text = other === undefined ? fill(template ?? '') : known.get(other)
      if (text === undefined || text.includes('${')) return whole
      known.set(name, text)
      return `export const ${name} = '${text}';`
    })
    .replace(/export const (\w+) = (\w+\()/g, 'export const $1 = /* @__PURE__ */ $2')
}

/** The router names its components for developers' tools, which keeps even those that nobody draws; and its links can fetch ahead for its own servers, which the product has not. */
export function onlyDrawn(code: string): string {
  return code
    .replace(/^(\w+)\.displayName = .*;$/gm, '')
    .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
    .replace(/React\d*\.createElement\(PrefetchPageLinks, \{ page: href \}\)/g, 'null')
}

const transforms: readonly (readonly [RegExp, (code: string) => string])[] = [
  [/@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/]iconNames\.js$/, () => withoutIconNames.iconNames],
  [/@blueprintjs[\\/]icons[\\/]lib[\\/]esm[\\/]iconLoader\.js$/, () => withoutIconNames.iconLoader],
  [/@blueprintjs[\\/]core[\\/]lib[\\/]esm[\\/]common[\\/]errors\.js$/, briefly],
  [/@blueprintjs[\\/]core[\\/]lib[\\/]esm[\\/]common[\\/]classes\.js$/, writtenOut],
  [/react-router[\\/]dist[\\/]production[\\/]chunk-.*\.mjs$/, onlyDrawn],
]

/** The Vite plugin. */
export function lean(): {
  name: string
  apply: 'build'
  transform: (code: string, id: string) => { code: string; map: null } | null
} {
  return {
    name: 'lean',
    apply: 'build',
    transform: (code, id) => {
      const change = transforms.find(([file]) => file.test(id))?.[1]
      return change === undefined ? null : { code: change(code), map: null }
    },
  }
}
