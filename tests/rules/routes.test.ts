import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { settings } from '#src/catalogue/config.ts'
import { allPermissions } from '#src/catalogue/permissions.ts'
import { ticketTypes } from '#src/catalogue/roles.ts'
import { partsIndex } from '#src/client/platform/parts/derive.ts'
import type { MessageTree } from '#src/define/messages.ts'
import { modules } from '#src/modules.ts'
import { builtRoutes, comingRoutes, everyRoute, routeTable } from './routeTable.ts'
import { sources } from './sources.ts'

const textAt = (tree: MessageTree, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (node as MessageTree | undefined)?.[key], tree)

describe('the route matrix (README §1)', () => {
  it('has the 97 routes of the product, each once', () => {
    expect([everyRoute.length, new Set(everyRoute).size]).toEqual([97, 97])
  })

  it('D13 each route has a page or says what it will hold, and none does both', () => {
    expect(everyRoute.filter((route) => !builtRoutes.has(route) && !comingRoutes.has(route))).toEqual([])
    expect([...comingRoutes].filter((route) => builtRoutes.has(route))).toEqual([])
    expect([...comingRoutes].filter((route) => !everyRoute.some((one) => one === route))).toEqual([])
  })

  it('D13 what comes later has a title and a text in both languages, and permissions of the catalogue', () => {
    const byName = new Map(modules.map((module) => [module.name, module]))
    const problems = partsIndex().comingPages.flatMap(({ path, permissions: needed, module }) => {
      const paths = ['title', 'text'].map((name) => ['comingPages', path, name])
      const missing = (['zhHans', 'en'] as const).flatMap((language) =>
        paths.filter((one) => typeof textAt(byName.get(module)!.messages[language], ...one) !== 'string'),
      )
      const unknown = needed.filter((permission) => !allPermissions(modules).includes(permission))
      return [...missing, ...unknown].map((problem) => `${path}: ${problem}`)
    })
    expect(problems).toEqual([])
  })

  it('the 29 types of application are all there', () => {
    const types = modules.flatMap(({ applications }) => applications.map(({ key }) => key))
    expect(types.toSorted()).toEqual([...ticketTypes].toSorted())
  })

  it('configuration that waits for a page or a type is shipped, and nothing that is there reads it', () => {
    const waiting = partsIndex().comingPages.flatMap(({ settings: keys = [] }) => keys)
    const shipped = new Set(settings.map(({ key }) => key))
    expect(waiting.filter((key) => !shipped.has(key))).toEqual([])
    const declares = /^src\/catalogue\/config\.ts$|^src\/modules\/planned\/|^src\/modules\/workflows\/\w+-types\.ts$/
    const readers = sources
      .filter(({ path }) => !declares.test(path))
      .flatMap(({ path, text }) =>
        waiting.filter((key) => text.includes(`'${key}'`)).map((key) => `${path} reads ${key}`),
      )
    expect(readers).toEqual([])
  })

  it('the README tells in one table what is there and what is not', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, section = ''] = /<!-- routes -->\n([\s\S]*?)\n<!-- \/routes -->/.exec(readme) ?? []
    expect(section).toBe(routeTable())
  })
})
