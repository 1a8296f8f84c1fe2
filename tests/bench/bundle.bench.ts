import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { filesOf, type Manifest } from '#src/server/http/pageHints.ts'

const folder = 'dist/client'
const manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8')) as Manifest

const kilobytes = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`)).length, 0) / 1024

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? ''
/** The chunk of a page, or one that the build puts together under a name; a bench that measures nothing is worse than none. */
function chunkOf(name: string): string {
  const keys = Object.keys(manifest)
  const found =
    keys.find((key) => new RegExp(`^_${name}-.{8}\\.js$`).test(key)) ?? keys.find((key) => key.endsWith(name))
  if (found === undefined) throw new Error(`the build has no chunk ${name}`)
  return found
}

/** JavaScript and CSS together, in gzip KB. */
const aims = { 'sign-in page': 200, 'ticket queue': 300 }

it('initial JavaScript and CSS in gzip KB', () => {
  // Both languages' texts are told by the heavier one, Chinese.
  const first = [entry, chunkOf('messages/first.zhHans.ts')]
  const pages = {
    'sign-in page': [...first, chunkOf('first')],
    'ticket queue': [
      ...first,
      chunkOf('frame'),
      chunkOf('messages/frame.zhHans.ts'),
      chunkOf('derived/names.zhHans.json'),
      chunkOf('tickets/queue/QueuePage.tsx'),
    ],
  }
  for (const [name, keys] of [
    ['sign-in page', pages['sign-in page']],
    ['ticket queue', pages['ticket queue']],
  ] as const) {
    const { scripts, styles } = filesOf(manifest, keys)
    const [script, style] = [kilobytes(scripts), kilobytes(styles)]
    console.log(
      `${name}: ${script.toFixed(0)} KB of JavaScript in ${scripts.size} files, ${style.toFixed(0)} KB of CSS`,
    )
    expect(script + style, name).toBeLessThan(aims[name])
  }
})
