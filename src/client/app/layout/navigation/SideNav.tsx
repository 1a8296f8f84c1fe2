import { Icon } from '@blueprintjs/core'
import { ChevronRight } from '@blueprintjs/icons'
import { useId, useMemo, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { isUnder, type NavigationNode, navigationOf } from '#src/client/app/menu.ts'
import { NamedIcon } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMenus } from '#src/client/platform/session/index.ts'
import { usePageTarget } from '../tabs/tagList.ts'

/** The navigation: lists of links, catalogues open and close. Not a menu in the ARIA sense. */
export function SideNav() {
  const t = useT()
  const menus = useMenus()
  const nodes = useMemo(() => navigationOf(menus), [menus])
  return (
    <nav className="side-nav" aria-label={t('layout.navigation')}>
      <ul>
        {nodes.map((node) => (
          <Node key={node.id} node={node} />
        ))}
      </ul>
    </nav>
  )
}

function Node({ node }: { readonly node: NavigationNode }) {
  const targetOf = usePageTarget()
  if (node.path !== null && node.children.length === 0) {
    return (
      <li>
        <NavLink className="side-nav-line" to={targetOf(node.path)} title={node.title}>
          <NamedIcon name={node.icon} />
          <span className="side-nav-text">{node.title}</span>
        </NavLink>
      </li>
    )
  }
  if (node.link !== null) {
    return (
      <li>
        <a className="side-nav-line" href={node.link} target="_blank" rel="noreferrer noopener">
          <NamedIcon name={node.icon} />
          <span className="side-nav-text">{node.title}</span>
        </a>
      </li>
    )
  }
  return <Catalogue node={node} />
}

/** Opened by the person, or because the page on the screen is inside. */
function Catalogue({ node }: { readonly node: NavigationNode }) {
  const { pathname } = useLocation()
  const inside = isUnder(pathname, node)
  const [chosen, setChosen] = useState<{ readonly open: boolean; readonly inside: boolean } | null>(null)
  const open = chosen !== null && chosen.inside === inside ? chosen.open : inside
  const list = useId()
  return (
    <li>
      <button
        type="button"
        className={inside ? 'side-nav-line side-nav-inside' : 'side-nav-line'}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setChosen({ open: !open, inside })}
      >
        <NamedIcon name={node.icon} />
        <span className="side-nav-text">{node.title}</span>
        <Icon
          className={open ? 'side-nav-chevron side-nav-chevron-open' : 'side-nav-chevron'}
          icon={<ChevronRight size={14} />}
        />
      </button>
      <div id={list} className="side-nav-children">
        {open ? (
          <ul>
            {node.children.map((child) => (
              <Node key={child.id} node={child} />
            ))}
          </ul>
        ) : null}
      </div>
    </li>
  )
}
