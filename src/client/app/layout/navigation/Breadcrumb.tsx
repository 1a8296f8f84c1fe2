import { ChevronRight } from '@blueprintjs/icons'
import { useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { comingCrumbs, crumbsOf } from '#src/client/app/menu.ts'
import { useTitleOf } from '#src/client/components/ui/useTitle.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMenus } from '#src/client/platform/session/index.ts'

/** Where this page stands in the navigation. */
export function Breadcrumb() {
  const t = useT()
  const { pathname } = useLocation()
  const menus = useMenus()
  const language = useLanguage()
  const title = useTitleOf(pathname)
  const crumbs = useMemo(() => {
    const coming = comingCrumbs(pathname, language, title)
    return coming.length > 0 ? coming : crumbsOf(menus, pathname)
  }, [menus, pathname, language, title])
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
