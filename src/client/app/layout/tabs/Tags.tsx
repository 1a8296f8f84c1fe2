import { Button } from '@blueprintjs/core'
import { ChevronDown, Cross } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { pageOf } from '#src/client/app/menu.ts'
import { confirmLeave } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import { afterPaint } from '#src/client/components/ui/afterPaint.ts'
import { hasUnsaved } from '#src/client/components/ui/keptPage.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMenus } from '#src/client/platform/session/index.ts'
import { dropTags, refreshTag, useTagList, visitTag } from './tagList.ts'
import { closing, refuge, type ShownTag, shownTags } from './tags.ts'
import './tags.css'

const TagMenu = lazy(() => import('./TagMenu.tsx'))

/** What may be asked of a tab. */
export type TagAction = 'refresh' | 'one' | 'others' | 'all'

interface OpenMenu {
  readonly tag: ShownTag
  /** Pixels from the window's left and top. */
  readonly at: readonly [number, number]
}

/** Remembers the page on the screen among the open ones, also where no tabs are drawn. */
export function useVisitedTag(): void {
  const { pathname, search } = useLocation()
  const menus = useMenus()
  const isPage = pageOf(menus, pathname) !== undefined
  useEffect(() => {
    if (isPage) visitTag(pathname, search)
  }, [isPage, pathname, search])
}

/** The open pages: links with a close button, one tab stop, arrows between them, Delete closes, the context menu key does more. */
export function Tags() {
  const t = useT()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const client = useQueryClient()
  const menus = useMenus()
  const { tags } = useTagList()
  const shown = useMemo(() => shownTags(tags, menus), [tags, menus])
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const current = shown.find((tag) => tag.path === pathname)
  useEffect(() => {
    if (current === undefined) return
    // Once it is drawn anyway: asked for earlier, the browser would have to measure the page for it.
    afterPaint(() => linkOf(list.current, current.path)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  }, [current])

  const action = async (what: TagAction, tag: ShownTag): Promise<void> => {
    const gone = what === 'refresh' ? [tag] : closing(shown, what, tag.path)
    if (gone.some(({ path }) => hasUnsaved(path)) && !(await confirmLeave())) return
    if (what === 'refresh') {
      refreshTag(tag.path)
      void client.invalidateQueries()
      if (tag.path !== pathname) await navigate(tag.to)
      return
    }
    const to = refuge(shown, gone, pathname)
    const at = shown.findIndex(({ path }) => path === tag.path)
    const hadFocus = list.current?.contains(document.activeElement) ?? false
    dropTags(gone.map(({ path }) => path))
    if (to !== null) await navigate(to)
    // The focus goes where the closed tab was.
    const left = shown.filter((it) => !gone.includes(it))
    if (hadFocus) linkOf(list.current, (left[at] ?? left.at(-1))?.path ?? '')?.focus()
  }

  const openMenu = (tag: ShownTag, element: Element): void => {
    const { left, bottom } = element.getBoundingClientRect()
    setMenu({ tag, at: [left, bottom] })
  }
  const press = (event: KeyboardEvent<HTMLElement>, tag: ShownTag): void => {
    const at = shown.indexOf(tag)
    const step = document.documentElement.dir === 'rtl' ? -1 : 1
    const target: Partial<Record<string, ShownTag | undefined>> = {
      ArrowRight: shown[at + step],
      ArrowLeft: shown[at - step],
      Home: shown[0],
      End: shown.at(-1),
    }
    if (event.key in target) {
      event.preventDefault()
      linkOf(list.current, target[event.key]?.path ?? '')?.focus()
    } else if (event.key === 'Delete' && !tag.isAffixed) {
      event.preventDefault()
      void action('one', tag)
    } else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      event.preventDefault()
      openMenu(tag, event.currentTarget)
    }
  }
  return (
    <div className="tags">
      <div className="tags-inner">
        <nav aria-label={t('layout.tags.title')} className="tags-scroll">
          <ul ref={list}>
            {shown.map((tag) => (
              <li key={tag.path} className={tag === current ? 'tag tag-current' : 'tag'}>
                <Link
                  to={tag.to}
                  data-tag={tag.path}
                  className={tag.isAffixed ? 'tag-link' : 'tag-link tag-link-closable'}
                  aria-current={tag === current ? 'page' : undefined}
                  aria-keyshortcuts={tag.isAffixed ? undefined : 'Delete'}
                  tabIndex={tag === (current ?? shown[0]) ? 0 : -1}
                  title={tag.title}
                  onKeyDown={(event) => press(event, tag)}
                  onContextMenu={(event) => {
                    event.preventDefault()
                    setMenu({ tag, at: [event.clientX, event.clientY] })
                  }}
                  onAuxClick={(event) => {
                    if (event.button !== 1 || tag.isAffixed) return
                    event.preventDefault()
                    void action('one', tag)
                  }}
                >
                  {tag.title}
                </Link>
                {tag.isAffixed ? null : (
                  <button
                    type="button"
                    className="tag-close"
                    tabIndex={-1}
                    aria-label={t('layout.tags.closeOne', [tag.title])}
                    onClick={() => void action('one', tag)}
                  >
                    <Cross size={12} aria-hidden="true" />
                  </button>
                )}
              </li>
            ))}
          </ul>
        </nav>
        {current === undefined ? null : (
          <Button
            variant="minimal"
            size="small"
            className="tags-more"
            icon={<ChevronDown />}
            aria-label={t('layout.tags.more')}
            title={t('layout.tags.more')}
            aria-haspopup="menu"
            onClick={(event) => openMenu(current, event.currentTarget)}
          />
        )}
      </div>
      {menu === null ? null : (
        <Suspense>
          <TagMenu
            at={menu.at}
            tag={menu.tag}
            hasOthers={closing(shown, 'others', menu.tag.path).length > 0}
            onAction={(what) => void action(what, menu.tag)}
            onClose={() => setMenu(null)}
          />
        </Suspense>
      )}
    </div>
  )
}

function linkOf(list: HTMLElement | null, path: string): HTMLElement | null {
  return list?.querySelector<HTMLElement>(`[data-tag="${CSS.escape(path)}"]`) ?? null
}
