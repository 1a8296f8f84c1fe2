import { useMemo, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { isUnder, type NavigationNode, navigationOf } from '#src/client/app/menu.ts'
import { NamedIcon } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMenus } from '#src/client/platform/session/index.ts'
import { usePageTarget } from '../tabs/tagList.ts'
import { useFitting } from '../useFitting.ts'
import { HorizontalMenu } from './HorizontalMenu.tsx'

/** The navigation below the bar: catalogues open as lists, and what finds no room stands in the last of them. */
export default function HorizontalNav() {
  const t = useT()
  const { pathname } = useLocation()
  const menus = useMenus()
  const nodes = useMemo(() => navigationOf(menus), [menus])
  const list = useRef<HTMLUListElement>(null)
  const fitting = useFitting(list, nodes.length)
  const rest = nodes.slice(fitting)
  return (
    <nav className="horizontal-nav" aria-label={t('layout.navigation')}>
      <ul className="horizontal-nav-list" ref={list}>
        {nodes.map((node, at) => (
          <li key={node.id} className={at < fitting ? undefined : 'horizontal-nav-over'}>
            <Top node={node} isInside={isUnder(pathname, node)} />
          </li>
        ))}
        <li className={rest.length > 0 ? undefined : 'horizontal-nav-over'}>
          <HorizontalMenu
            title={t('common.more')}
            icon="more"
            nodes={rest}
            isInside={rest.some((node) => isUnder(pathname, node))}
          />
        </li>
      </ul>
    </nav>
  )
}

function Top({ node, isInside }: { readonly node: NavigationNode; readonly isInside: boolean }) {
  const targetOf = usePageTarget()
  if (node.path !== null)
    return (
      <NavLink className="horizontal-nav-top" to={targetOf(node.path)}>
        <NamedIcon name={node.icon} />
        {node.title}
      </NavLink>
    )
  if (node.link !== null)
    return (
      <a className="horizontal-nav-top" href={node.link} target="_blank" rel="noreferrer noopener">
        <NamedIcon name={node.icon} />
        {node.title}
      </a>
    )
  return <HorizontalMenu title={node.title} icon={node.icon} nodes={node.children} isInside={isInside} />
}
