/** What the document of a page names, so that the browser fetches all of it at once instead of one file after the other. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Language, languages } from '#src/define/messages.ts'

/** One file of the build as its manifest tells it. */
interface Chunk {
  readonly file: string
  readonly name?: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
export type Manifest = Readonly<Record<string, Chunk>>

/** Who asks for a page: nothing but what the cookies say, since every page is a public file. */
export interface Reader {
  readonly isSignedIn: boolean
  readonly language: Language
}

/** The document of a build, as each reader gets it. */
type Documents = (reader: Reader) => string

/** Groups of the build (`vite.config.ts`) that are needed before anything shows. */
const groups = { signedIn: ['frame', 'tables'], signedOut: ['first'] } as const
/** Files of texts, by the end of their path without the language. */
const texts = {
  signedIn: ['messages/first', 'messages/frame', 'platform/parts/derived/names'],
  signedOut: ['messages/first'],
} as const

/** The language of the cookie, else the product's default. */
export const languageOfCookie = (cookie: string | undefined): Language =>
  languages.find((language) => language === cookie) ?? 'zhHans'

/** Files of these chunks and of all they import, styles apart. */
export function filesOf(manifest: Manifest, keys: readonly string[]): { scripts: Set<string>; styles: Set<string> } {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const style of chunk.css ?? []) styles.add(style)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return { scripts, styles }
}

function hintsOf(manifest: Manifest, page: string, { isSignedIn, language }: Reader): string {
  const state = isSignedIn ? 'signedIn' : 'signedOut'
  const wanted = Object.entries(manifest).flatMap(([key, { name, src }]) =>
    groups[state].some((group) => src === undefined && name === group) ||
    texts[state].some((path) => new RegExp(`(^|/)${path}\\.${language}\\.\\w+$`).test(src ?? ''))
      ? [key]
      : [],
  )
  const { scripts, styles } = filesOf(manifest, wanted)
  const missing = (files: ReadonlySet<string>): string[] => [...files].filter((file) => !page.includes(file))
  return [
    ...missing(scripts).map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...missing(styles).map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ].join('')
}

async function read(clientDir: string): Promise<Documents> {
  const [page, listed] = await Promise.all([
    readFile(join(clientDir, 'index.html'), 'utf8'),
    readFile(join(clientDir, '.vite/manifest.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      // A build without a manifest loads its files one after the other.
      if (error.code === 'ENOENT') return '{}'
      throw error
    }),
  ])
  const manifest = JSON.parse(listed) as Manifest
  const known = new Map<string, string>()
  return (reader) => {
    const key = `${reader.isSignedIn} ${reader.language}`
    const document = known.get(key) ?? page.replace('</head>', `${hintsOf(manifest, page, reader)}</head>`)
    known.set(key, document)
    return document
  }
}

/** The documents of the build in a folder, read again when its files were replaced under the running server. */
export function pageDocuments(clientDir: string): (reader: Reader) => Promise<string> {
  let build: { readonly at: number; readonly documents: Documents } | null = null
  return async (reader) => {
    const { mtimeMs } = await stat(join(clientDir, 'index.html'))
    if (build?.at !== mtimeMs) build = { at: mtimeMs, documents: await read(clientDir) }
    return build.documents(reader)
  }
}
