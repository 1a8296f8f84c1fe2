import { Button } from '@blueprintjs/core'
import { Cross, Star, StarEmpty } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { pagesOf } from '#src/client/app/menu.ts'
import { EmptyState, NamedIcon } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMenus, useUser } from '#src/client/platform/session/index.ts'
import { keepShortcuts, shortcutsOf, toggleShortcut } from './shortcuts.ts'

/** The shortcuts as tiles; the page on the screen can be added or taken away. */
export default function ShortcutList() {
  const t = useT()
  const { id } = useUser()
  const { pathname } = useLocation()
  const menus = useMenus()
  const pages = useMemo(() => pagesOf(menus), [menus])
  const [paths, setPaths] = useState(() => shortcutsOf(id, [...pages.keys()]))
  const toggle = (path: string): void => {
    const next = toggleShortcut(paths, path)
    keepShortcuts(id, next)
    setPaths(next)
  }
  const isHere = paths.includes(pathname)
  return (
    <section className="shortcuts" aria-label={t('layout.shortcuts.title')}>
      <header>
        <h2>{t('layout.shortcuts.title')}</h2>
        {pages.has(pathname) ? (
          <Button
            size="small"
            variant="minimal"
            icon={isHere ? <Star /> : <StarEmpty />}
            text={isHere ? t('layout.shortcuts.removeThis') : t('layout.shortcuts.addThis')}
            onClick={() => toggle(pathname)}
          />
        ) : null}
      </header>
      {paths.length === 0 ? <EmptyState title={t('layout.shortcuts.none')} compact /> : null}
      <ul>
        {paths.map((path) => {
          const page = pages.get(path)
          return page === undefined ? null : (
            <li key={path}>
              <Link to={path} className="bp6-popover-dismiss">
                <span className="shortcut-icon">
                  <NamedIcon name={page.icon} size={18} />
                </span>
                <span>{page.title}</span>
              </Link>
              <Button
                className="shortcut-remove"
                size="small"
                variant="minimal"
                icon={<Cross size={12} />}
                aria-label={t('layout.shortcuts.remove', [page.title])}
                onClick={() => toggle(path)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
