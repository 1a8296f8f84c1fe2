import { describe, expect, it } from 'vitest'
import { type Source, sources } from './sources.ts'

/** `machines`, `define`, `fields`, `modules/<name>`, `server`, `client`, `catalogue`, `demo`, or `modules.ts`. */
function roomOf(path: string): string {
  const parts = path.split('/')
  if (parts[0] === 'machines') return 'machines'
  if (parts[1] === 'modules') return `modules/${parts[2]}`
  return parts[1] ?? ''
}
const partOf = (path: string): 'server' | 'client' | 'plain' =>
  /\.server\.ts$/.test(path) ? 'server' : /\.client\.tsx?$/.test(path) ? 'client' : 'plain'

/** What a module offers the others: services by their tokens, and the types these speak in. */
const isContract = (path: string): boolean => /^src\/modules\/\w+\/contract\.ts$/.test(path)

const isOwn = (path: string, room: string): boolean => path.startsWith(`src/${room}/`)

/** Writes the files every page starts from; no browser runs it, so the catalogue's names cost no page anything. */
const DERIVES = 'src/client/platform/parts/derive.ts'

/** Rooms a room may import from, besides itself. */
function mayImport(from: string, to: string): boolean {
  const room = roomOf(from)
  const target = roomOf(to)
  if (room === target) return true
  if (from === DERIVES && target === 'catalogue') return true
  if (room === 'machines') return false
  if (room === 'define') return ['machines', 'fields'].includes(target)
  if (room === 'fields')
    return ['machines', 'define'].includes(target) || (partOf(from) === 'client' && target === 'client')
  if (room.startsWith('modules/')) {
    if (['machines', 'define', 'fields'].includes(target) || isContract(to)) return true
    return partOf(from) === 'client' && target === 'client'
  }
  if (room === 'modules.ts') return target.startsWith('modules/') || target === 'define'
  if (room === 'catalogue') return !['client', 'demo'].includes(target)
  if (room === 'demo') return target !== 'client'
  if (room === 'server') return target !== 'client' && !(target.startsWith('modules/') && partOf(to) === 'client')
  if (room === 'client')
    return target !== 'server' && !['catalogue', 'demo'].includes(target) && partOf(to) !== 'server'
  return false
}

const forbidden = (source: Source): string[] =>
  source.imports
    .filter((target) => !target.startsWith('package:') && !target.startsWith('node:'))
    .filter((target) => !mayImport(source.path, target))
    .map((target) => `${source.path} -> ${target}`)

describe('who may know whom', () => {
  it('every import goes in an allowed direction, and modules import of other modules the contract alone', () => {
    expect(sources.flatMap(forbidden)).toEqual([])
  })

  it('a contract imports the vocabulary and nothing of its module', () => {
    const contracts = sources.filter(({ path }) => isContract(path))
    expect(contracts.length).toBeGreaterThan(5)
    expect(
      contracts.flatMap(({ path, imports }) =>
        imports
          .filter((target) => !['machines', 'define', 'fields'].includes(roomOf(target)))
          .map((target) => `${path} -> ${target}`),
      ),
    ).toEqual([])
  })

  it('the token of a service stands in the contract of the module that provides it, but for those the frame asks', () => {
    const provided = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bprovideService\(\s*(\w+)/g)].map(([, name = '']) => ({ room: roomOf(path), name })),
    )
    const home = new Map(
      sources.flatMap(({ path, text }) =>
        [...text.matchAll(/^export const (\w+)(?:: ServiceToken<.+> = | = token<)/gm)].map(([, name = '']) => [
          name,
          path,
        ]),
      ),
    )
    expect(
      provided
        .filter(({ room, name }) => room.startsWith('modules/') && home.has(name) && !isOwn(home.get(name) ?? '', room))
        .map(({ room, name }) => `${room} provides ${name} of ${home.get(name)}`)
        .toSorted(),
    ).toEqual([
      // Asked by the sign-in page of the server.
      'modules/articles provides announcements of src/define/announcements.ts',
      // Asked by what all claims share, src/define/claims.
      'modules/finance provides claimForms of src/define/services.ts',
      'modules/finance provides claimPayments of src/define/services.ts',
    ])
  })

  it('machines import xstate and each other, their BPMN format bpmn-moddle, and its look-over of XML saxes; nothing else', () => {
    const isAllowed = (path: string, target: string): boolean =>
      target === 'package:xstate' ||
      (target === 'package:bpmn-moddle' && path.startsWith('machines/ticket/formats/bpmn/')) ||
      (target === 'package:saxes' && path === 'machines/ticket/formats/xml.ts')
    const foreign = sources
      .filter((source) => source.path.startsWith('machines/'))
      .flatMap((source) =>
        source.imports
          .filter((target) => target.startsWith('package:') && !isAllowed(source.path, target))
          .map((target) => `${source.path} -> ${target}`),
      )
    expect(foreign).toEqual([])
  })

  it('no page of a module loads the module as a whole, which has the texts of both languages', () => {
    const all = new Map(sources.map((source) => [source.path, source.imports]))
    const isWhole = (path: string) => /^src\/modules\/(\w+)\/\1(\.messages)?\.ts$/.test(path)
    const reachesWhole = (path: string, seen = new Set<string>()): boolean => {
      if (isWhole(path)) return true
      if (seen.has(path)) return false
      seen.add(path)
      return (all.get(path) ?? []).some((target) => target.startsWith('src/modules/') && reachesWhole(target, seen))
    }
    const pages = sources.filter(({ path }) => path.startsWith('src/modules/') && partOf(path) === 'client')
    expect(pages.map(({ path }) => path).filter((path) => reachesWhole(path))).toEqual([])
  })

  it('only server code touches Node and SQL', () => {
    const isServer = (path: string) =>
      path.startsWith('src/server/') ||
      path.startsWith('src/catalogue/') ||
      path.startsWith('src/demo/') ||
      partOf(path) === 'server' ||
      /^src\/define\/(server|answer)\.ts$/.test(path)
    const serverOnly = /^package:(node:.*|fs|path|crypto|pg|kysely|fastify|@electric-sql|@fastify)/
    const touching = sources
      .filter((source) => !isServer(source.path))
      .flatMap((source) =>
        source.imports.filter((target) => serverOnly.test(target)).map((target) => `${source.path} -> ${target}`),
      )
    expect(touching).toEqual([])
  })

  it('BUD-02 nothing but the ledger and the demo of the budget writes the figures of a budget line', () => {
    const writing =
      /(update budget_line\b[^`]*?\bset\b[^`]*?\b(approved|adjust|frozen|used) *=|insert into budget_line\b)/
    expect(sources.filter(({ text }) => writing.test(text)).map(({ path }) => path)).toEqual([
      'src/modules/budget/budget-ledger.server.ts',
      'src/modules/budget/budget-seed.server.ts',
    ])
  })

  it('only client code touches React', () => {
    const react = /^package:(react|react-dom|react-router-dom|@blueprintjs|@xstate\/react|@tanstack)/
    const touching = sources
      .filter((source) => !source.path.startsWith('src/client/') && partOf(source.path) !== 'client')
      .flatMap((source) =>
        source.imports.filter((target) => react.test(target)).map((target) => `${source.path} -> ${target}`),
      )
    expect(touching).toEqual([])
  })
})
