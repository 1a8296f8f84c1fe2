/** Routes whose pages are not built yet (D13): each is called by its own name in the breadcrumb and the browser tab. */
import { describe, expect, it } from 'vitest'
import { comingCrumbs, crumbsOf } from '#src/client/app/menu.ts'
import { routePath } from '#src/client/app/menuPath.ts'
import { partsIndex } from '#src/client/platform/parts/derive.ts'
import { languages, type MessageTree } from '#src/define/messages.ts'
import { modules } from '#src/modules.ts'

const { comingPages } = partsIndex()
const titleIn = (language: 'zhHans' | 'en', { path }: (typeof comingPages)[number]): unknown => {
  const found = modules.map(({ messages }) => {
    const tree: MessageTree = messages[language]
    const things = tree.comingPages
    const texts = typeof things === 'object' ? things[path] : undefined
    return typeof texts === 'object' ? texts.title : undefined
  })
  return found.find((title) => title !== undefined)
}

describe.each(languages)('pages that are not built yet in %s', (language) => {
  it.each(comingPages)('D13 $path stands under its catalogue with its own title', (page) => {
    const pathname = routePath(page.path).replace(/:\w+/g, '7')
    const title = String(titleIn(language, page))
    expect(crumbsOf([], pathname)).toEqual([])
    const crumbs = comingCrumbs(pathname, language, title)
    expect(crumbs).toEqual([
      { title: expect.stringMatching(language === 'en' ? /^[A-Z]/ : /\p{Script=Han}/u), path: null },
      { title, path: pathname },
    ])
    // Before the page has said what it is called nothing false is shown.
    expect(comingCrumbs(pathname, language, '')).toEqual([])
  })

  it('D13 no two of one catalogue share a title', () => {
    const titles = comingPages.map((page) => `${page.catalogue.name} ${String(titleIn(language, page))}`)
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  })
})

it('D13 a page that is built is not taken for one that is not', () => {
  expect(comingCrumbs('/workflow/ticket', 'en', 'Tickets')).toEqual([])
})
