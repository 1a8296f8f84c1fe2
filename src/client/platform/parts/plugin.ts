/** Serves the parts of `cut.ts` as modules of their own: one file of each language's texts, one of each module's definitions. */
import { type Plugin, runnerImport } from 'vite'
import type * as Cut from './cut.ts'

/** The ids of what this plugin makes; the prefix keeps others from looking for a file. */
const MADE = '\0made:'
const ids = /^virtual:(first-texts$|parts$|texts\/|definitions\/)/

const object = (entries: readonly (readonly [string, string])[]): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`
const loading = (id: string): string => `()=>import(${JSON.stringify(id)})`

/** What a made module says. */
function codeOf(id: string, { textParts, definitionParts, partsIndex }: typeof Cut): string {
  const [kind = '', name = '', part = ''] = id.split('/')
  const texts: Readonly<Record<string, Readonly<Record<string, object>>>> = textParts()
  const source = (of: string): string =>
    object(Object.keys(texts).map((language) => [language, loading(`virtual:texts/${language}/${of}`)]))
  if (kind === 'virtual:first-texts') return `export const firstTexts=${source('first')}`
  if (kind === 'virtual:parts') {
    const later = Object.keys(texts.zhHans ?? {}).filter((one) => one !== 'first')
    const modules = Object.keys(definitionParts())
    return [
      `export const index=${JSON.stringify(partsIndex())}`,
      `export const texts=${object(later.map((one) => [one, source(one)]))}`,
      `export const definitions=${object(modules.map((one) => [one, loading(`virtual:definitions/${one}`)]))}`,
    ].join('\n')
  }
  const found = kind === 'virtual:texts' ? texts[name]?.[part] : definitionParts()[name]
  if (found === undefined) throw new Error(`there is no part ${id}`)
  return `export default ${JSON.stringify(found)}`
}

/** `root` is the folder of the whole product. */
export function parts(root: string): Plugin {
  let cut: Promise<{ module: typeof Cut; dependencies: string[] }> | undefined
  const forget = (): void => {
    cut = undefined
  }
  return {
    name: 'parts',
    resolveId: (id) => (ids.test(id) ? MADE + id : null),
    async load(id) {
      if (!id.startsWith(MADE)) return null
      cut ??= runnerImport<typeof Cut>(`${root}/src/client/platform/parts/cut.ts`, {
        root,
        configFile: false,
        logLevel: 'error',
      })
      const { module, dependencies } = await cut
      for (const file of dependencies) this.addWatchFile(file)
      return codeOf(id.slice(MADE.length), module)
    },
    watchChange: forget,
    hotUpdate: forget,
  }
}
