import { describe, expect, it } from 'vitest'
import type { MenuItem } from '#machines/session/session.ts'
import {
  closing,
  HOME,
  isCached,
  refuge,
  shownTags,
  type Tag,
  titleTag,
  withVisit,
} from '#src/client/app/layout/tabs/tags.ts'

const page = (id: number, path: string, more: Partial<MenuItem> = {}): MenuItem => ({
  id,
  parent: 100,
  title: `title of ${path}`,
  name: path,
  icon: null,
  sort: id,
  path,
  web_path: path,
  component: null,
  component_name: null,
  is_catalog: false,
  is_link: false,
  link_url: null,
  visible: true,
  cache: true,
  is_affix: false,
  is_iframe: false,
  status: true,
  ...more,
})
const menus = [
  page(100, '', { is_catalog: true, parent: null }),
  page(1, '/home', { is_affix: true }),
  page(2, '/workflow/ticket'),
  page(3, '/workflow/ticket/{id}', { visible: false, title: '工单详情' }),
  page(4, '/system/dept', { cache: false }),
]
const open = (...paths: string[]): readonly Tag[] =>
  paths.reduce<readonly Tag[]>((tags, path) => withVisit(tags, path, ''), [])
const paths = (tags: readonly { path: string }[]) => tags.map((tag) => tag.path)

describe('the tabs of the open pages', () => {
  it('begin with the affixed pages, opened or not, then stand as they were opened', () => {
    expect(paths(shownTags(open('/system/dept', '/workflow/ticket'), menus))).toEqual([
      '/home',
      '/system/dept',
      '/workflow/ticket',
    ])
  })

  it('lead back to the query their page was left with', () => {
    const tags = withVisit(open('/workflow/ticket'), '/workflow/ticket', '?label=done')
    expect(shownTags(tags, menus).at(-1)?.to).toBe('/workflow/ticket?label=done')
  })

  it('are called as in the menu; a page of one thing names itself', () => {
    let tags = open('/workflow/ticket', '/workflow/ticket/7', '/workflow/ticket/8')
    tags = titleTag(tags, '/workflow/ticket/7', '请休假')
    tags = titleTag(tags, '/workflow/ticket', 'what the page says')
    expect(shownTags(tags, menus).map((tag) => tag.title)).toEqual([
      'title of /home',
      'title of /workflow/ticket',
      '请休假',
      '工单详情',
    ])
  })

  it('have none for a page the menu does not hold any more', () => {
    expect(paths(shownTags(open('/gone', '/system/dept'), menus))).toEqual(['/home', '/system/dept'])
  })

  it('close alone, with all others, or all together, but never an affixed one', () => {
    const shown = shownTags(open('/workflow/ticket', '/workflow/ticket/7', '/system/dept'), menus)
    expect(paths(closing(shown, 'one', '/workflow/ticket'))).toEqual(['/workflow/ticket'])
    expect(paths(closing(shown, 'others', '/workflow/ticket'))).toEqual(['/workflow/ticket/7', '/system/dept'])
    expect(paths(closing(shown, 'all', '/workflow/ticket'))).toHaveLength(3)
    expect(closing(shown, 'one', '/home')).toEqual([])
  })

  it('send the person to the tab after the closed one, else before it, else home', () => {
    const shown = shownTags(open('/workflow/ticket', '/system/dept'), menus)
    const one = (path: string) => refuge(shown, closing(shown, 'one', path), path)
    expect(one('/workflow/ticket')).toBe('/system/dept')
    expect(one('/system/dept')).toBe('/workflow/ticket')
    expect(refuge(shown, closing(shown, 'all', ''), '/system/dept')).toBe(HOME)
    expect(refuge(shown, closing(shown, 'one', '/system/dept'), '/home')).toBeNull()
    const lone = shownTags(open('/system/dept'), menus.slice(2))
    expect(refuge(lone, lone, '/system/dept')).toBe(HOME)
  })

  it('keep the state of a page when its menu says cache and the person wants it', () => {
    expect(isCached(menus, '/workflow/ticket/7', true)).toBe(true)
    expect(isCached(menus, '/workflow/ticket/7', false)).toBe(false)
    expect(isCached(menus, '/system/dept', true)).toBe(false)
    expect(isCached(menus, '/gone', true)).toBe(false)
  })
})
