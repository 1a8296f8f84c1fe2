import { AnchorButton, ButtonGroup } from '@blueprintjs/core'
import type { MouseEvent } from 'react'
import { useHref, useLinkClickHandler, useLocation } from 'react-router-dom'
import type { Under } from '#src/client/platform/i18n/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

type View = Under<'project.view'>

const views: Readonly<Record<'library' | 'bank', readonly (readonly [path: string, view: View])[]>> = {
  library: [
    ['/business/project-library', 'list'],
    ['/business/project-library/indexCopy', 'board'],
  ],
  bank: [
    ['/projectbank', 'list'],
    ['/projectbank/indexCopy', 'timeline'],
    ['/projectbank/indexCopy1', 'cards'],
  ],
}

/** The other views of the same projects. */
export function ViewSwitch({ of }: { readonly of: 'library' | 'bank' }) {
  return (
    <ButtonGroup>
      {views[of].map(([path, view]) => (
        <ViewLink key={path} path={path} view={view} />
      ))}
    </ButtonGroup>
  )
}

function ViewLink({ path, view }: { readonly path: string; readonly view: View }) {
  const t = useT()
  const { pathname } = useLocation()
  const isHere = pathname === path
  const follow = useLinkClickHandler(path)
  return (
    <AnchorButton
      href={useHref(path)}
      active={isHere}
      intent={isHere ? 'primary' : 'none'}
      variant="outlined"
      aria-current={isHere ? 'page' : undefined}
      text={t(`project.view.${view}`)}
      onClick={(event: MouseEvent<HTMLElement>) => follow(event as MouseEvent<HTMLAnchorElement>)}
    />
  )
}
