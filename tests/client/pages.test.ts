import { describe, expect, it } from 'vitest'
import { frameDetails } from '#src/client/frameDetails.ts'
import { routePath } from '#src/client/menu.ts'
import { framePages, pageLoader } from '#src/client/pages.ts'
import type { ModuleDefinition, PageDefinition } from '#src/define/module.ts'
import { framePages as seeded } from '#src/seed/menus.ts'

const page = (path: string, shell: PageDefinition['shell']): PageDefinition => ({
  path,
  catalogue: 'system',
  sort: 1,
  icon: 'cog',
  permissions: [],
  shell,
})
const module: ModuleDefinition = {
  name: 'stores',
  messages: { zhHans: {}, en: {} },
  records: [],
  applications: [],
  permissions: [],
  pages: [
    page('/stores/shelf', { record: 'shelf' }),
    page('/stores/shelf/{id}', { record: 'shelf' }),
    page('/stores/apply', { application: 'apply' }),
    page('/stores/board', { component: 'board' }),
  ],
}

describe('menu paths and the components that answer them (specification §2)', () => {
  it('every page of the frame the menu ships has a component', () => {
    expect(seeded.map(({ path }) => routePath(path)).filter((path) => pageLoader(path, []) === null)).toEqual([])
    // The paper form and the replay of a ticket, and what is opened from a workflow, belong to the pages they are opened from.
    const drawn = Object.keys({ ...framePages, ...frameDetails }).filter(
      (path) => !/\/(print|replay|edit|tests|use|moves)$/.test(path),
    )
    expect(drawn.toSorted()).toEqual(seeded.map(({ path }) => routePath(path)).toSorted())
  })
  it('pages of modules are found by their path, written with {id} or without', () => {
    expect(
      ['/stores/shelf', '/stores/shelf/:id', '/stores/apply', '/stores/board'].filter(
        (path) => pageLoader(path, [module]) === null,
      ),
    ).toEqual([])
  })
  it('a path this build does not know has none', () => {
    expect(pageLoader('/supervision', [module])).toBeNull()
  })
  it('a page whose module draws nothing says so instead of staying empty', async () => {
    await expect(pageLoader('/stores/board', [module])?.()).rejects.toThrow('module stores does not draw /stores/board')
  })
})
