import { describe, expect, it } from 'vitest'
import { framePages as seeded } from '#src/catalogue/menus.ts'
import { frameDetails } from '#src/client/app/frameDetails.ts'
import { routePath } from '#src/client/app/menuPath.ts'
import { framePages, pageLoader, personalTab } from '#src/client/app/pages.ts'
import { modules } from '#src/modules.ts'

describe('menu paths and the components that answer them (specification §2)', () => {
  it('every page of the frame the menu ships has a component', () => {
    expect(seeded.map(({ path }) => routePath(path)).filter((path) => pageLoader(path) === null)).toEqual([])
    // The paper form and the replay of a ticket, and what is opened from a workflow, belong to the pages they are opened from.
    const drawn = Object.keys({ ...framePages, ...frameDetails }).filter(
      (path) => !/\/(print|replay|edit|tests|use|moves)$/.test(path),
    )
    expect(drawn.toSorted()).toEqual(seeded.map(({ path }) => routePath(path)).toSorted())
  })
  it('pages of modules are found by their path, written with {id} or without', () => {
    const paths = modules.flatMap(({ pages }) => pages.map(({ path }) => routePath(path)))
    expect(paths.filter((path) => pageLoader(path) === null)).toEqual([])
  })
  it('a path this build does not know has none', () => {
    expect(pageLoader('/no/such/page')).toBeNull()
  })
  it('a tab whose module draws nothing says so instead of staying empty', async () => {
    await expect(personalTab('affairs', 'board')()).rejects.toThrow(
      'module affairs does not draw the personal tab board',
    )
  })
})
