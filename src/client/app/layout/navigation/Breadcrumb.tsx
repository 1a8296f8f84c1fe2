import { ChevronRight } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { crumbsOf } from '#src/client/app/menu.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMenus } from '#src/client/platform/session/index.ts'

/** Where this page stands in the navigation. */
export function Breadcrumb() {
  const t = useT()
  const { pathname } = useLocation()
  const menus = useMenus()
  const crumbs = useMemo(() => crumbsOf(menus, pathname), [menus, pathname])
  return (
    <nav className="breadcrumb" aria-label={t('layout.breadcrumb')}>
      <ol>
        {crumbs.map(({ title, path }, index) => (
          <li key={title}>
            {index > 0 ? <ChevronRight className="forward-icon" size={12} aria-hidden="true" /> : null}
            {path !== null && path !== pathname ? (
              <Link to={path}>{title}</Link>
            ) : (
              <span aria-current={path === pathname ? 'page' : undefined}>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
