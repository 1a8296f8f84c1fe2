import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ticketTypes } from '#src/catalogue/roles.ts'
import { modules } from '#src/modules.ts'
import { builtRoutes, everyRoute, routeTable } from './routeTable.ts'

describe('the route matrix (README §1)', () => {
  it('has the 97 routes of the product, each once', () => {
    expect([everyRoute.length, new Set(everyRoute).size]).toEqual([97, 97])
  })

  it('D13 has a page for each of them', () => {
    expect(everyRoute.filter((route) => !builtRoutes.has(route))).toEqual([])
  })

  it('the 29 types of application are all there', () => {
    const types = modules.flatMap(({ applications }) => applications.map(({ key }) => key))
    expect(types.toSorted()).toEqual([...ticketTypes].toSorted())
  })

  it('the README tells in one table what is there', () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
    const [, section = ''] = /<!-- routes -->\n([\s\S]*?)\n<!-- \/routes -->/.exec(readme) ?? []
    expect(section).toBe(routeTable())
  })
})
