import { ChevronDown } from '@blueprintjs/icons'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import type { NavigationNode } from '#src/client/app/menu.ts'
import { NamedIcon } from '#src/client/components/ui/index.ts'
import { usePageTarget } from '../tabs/tagList.ts'

interface Props {
  readonly title: string
  readonly icon: string | null
  readonly nodes: readonly NavigationNode[]
  /** The page on the screen is one of these. */
  readonly isInside: boolean
}

/** One catalogue of the horizontal navigation: a button that shows a list of links. The pointer opens it too; Escape, another page and leaving it close it. */
export function HorizontalMenu({ title, icon, nodes, isInside }: Props) {
  const { pathname } = useLocation()
  const [open, setOpen] = useState<'no' | 'hovered' | 'pressed'>('no')
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()
  const isAtEnd = useEdge(box, open !== 'no')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes it, whichever it is.
  useEffect(() => setOpen('no'), [pathname])

  const byMouse = (event: PointerEvent, next: 'no' | 'hovered'): void => {
    if (event.pointerType === 'mouse') setOpen(next)
  }
  const leave = (event: FocusEvent): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen('no')
  }
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || open === 'no') return
    setOpen('no')
    button.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does all of this for keys; the box only hears the pointer and the focus leave.
    <div
      ref={box}
      className="horizontal-nav-menu"
      onPointerEnter={(event) => byMouse(event, 'hovered')}
      onPointerLeave={(event) => byMouse(event, 'no')}
      onBlur={leave}
      onKeyDown={closeByKey}
    >
      <button
        ref={button}
        type="button"
        className={isInside ? 'horizontal-nav-top active' : 'horizontal-nav-top'}
        aria-expanded={open !== 'no'}
        aria-controls={panel}
        onClick={() => setOpen(open === 'pressed' ? 'no' : 'pressed')}
      >
        <NamedIcon name={icon} />
        {title}
        <ChevronDown size={12} aria-hidden="true" />
      </button>
      <div
        id={panel}
        className={`horizontal-nav-panel${isAtEnd ? ' horizontal-nav-panel-end' : ''}`}
        hidden={open === 'no'}
      >
        <Links nodes={nodes} />
      </div>
    </div>
  )
}

function Links({ nodes }: { readonly nodes: readonly NavigationNode[] }) {
  const targetOf = usePageTarget()
  return (
    <ul>
      {nodes.map((node) => (
        <li key={node.id}>
          {node.path !== null ? (
            <NavLink className="horizontal-nav-line" to={targetOf(node.path)}>
              <NamedIcon name={node.icon} />
              {node.title}
            </NavLink>
          ) : node.link !== null ? (
            <a className="horizontal-nav-line" href={node.link} target="_blank" rel="noreferrer noopener">
              <NamedIcon name={node.icon} />
              {node.title}
            </a>
          ) : (
            <>
              <span className="horizontal-nav-heading">{node.title}</span>
              <Links nodes={node.children} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Whether the list must open towards the start, since it stands in the last part of the window. */
function useEdge(box: { readonly current: HTMLElement | null }, isOpen: boolean): boolean {
  const [isAtEnd, setAtEnd] = useState(false)
  useEffect(() => {
    if (!isOpen || box.current === null) return
    const { left, right } = box.current.getBoundingClientRect()
    const middle = (left + right) / 2 / innerWidth
    setAtEnd(document.documentElement.dir === 'rtl' ? middle < 0.4 : middle > 0.6)
  }, [box, isOpen])
  return isAtEnd
}
