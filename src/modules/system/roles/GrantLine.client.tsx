import { Checkbox, Tag } from '@blueprintjs/core'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { FoldButton } from '#src/client/components/table/FoldButton.tsx'
import { NamedIcon } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { TreeView } from '#src/client/records/list/TreeList.tsx'
import {
  type GrantChoice,
  type GrantNode,
  isTickable,
  mayGrant,
  shareOf,
  stateOf,
  toggleGrant,
  withButton,
} from './role-tree.ts'

/** What all lines are drawn by. */
export interface GrantView extends Pick<TreeView<string>, 'closed' | 'keyword' | 'toggle'> {
  readonly chosen: GrantChoice
  readonly isLocked: boolean
  readonly administrator: boolean
  /** Buttons stand below their page and fold with it; else beside it. */
  readonly isStacked: boolean
}

interface LineProps {
  readonly node: GrantNode
  /** 1 at the top. */
  readonly level: number
  readonly view: GrantView
  readonly onChange: (chosen: GrantChoice) => void
}

/** A catalogue or a page with its tick, how much is granted below it, and what stands below it. */
export function GrantLine({ node, level, view, onChange }: LineProps) {
  const t = useT()
  const { chosen, administrator, isStacked } = view
  const state = stateOf(node, chosen, administrator)
  // What was found is shown, folded or not.
  const isFolding = isBlank(view.keyword) && (node.children.length > 0 || (isStacked && node.buttons.length > 0))
  const isOpen = !isFolding || !view.closed.has(node.key)
  return (
    <li>
      <div className="grant-line" data-level={level}>
        {isFolding ? (
          <FoldButton name={node.title} isOpen={isOpen} onToggle={() => view.toggle(node.key)} />
        ) : (
          <span className="grant-leaf" />
        )}
        <Checkbox
          className="grant-menu"
          checked={state === 'all'}
          indeterminate={state === 'some'}
          disabled={view.isLocked || !isTickable(node, chosen, administrator)}
          onChange={() => onChange(toggleGrant(node, chosen, administrator))}
        >
          {node.menu === null ? null : <NamedIcon name={node.menu.icon} />}
          <span className={node.isCatalog ? 'grant-catalogue' : undefined}>{node.title}</span>
          {node.menu?.visible === false ? (
            <Tag minimal round>
              {t('menu.hidden')}
            </Tag>
          ) : null}
        </Checkbox>
        {isStacked || node.isCatalog ? <Share node={node} view={view} /> : null}
        {isOpen && node.buttons.length > 0 ? <Buttons node={node} view={view} onChange={onChange} /> : null}
      </div>
      {isOpen && node.children.length > 0 ? (
        <ul>
          {node.children.map((child) => (
            <GrantLine key={child.key} node={child} level={level + 1} view={view} onChange={onChange} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}

/** How much is granted below a line, also while it is folded. */
function Share({ node, view: { chosen, administrator } }: Pick<LineProps, 'node' | 'view'>) {
  const t = useT()
  const { set, all } = shareOf(node, chosen, administrator)
  if (all === 0) return null
  return (
    <span className={set === 0 ? 'grant-share' : 'grant-share is-some'}>
      <span aria-hidden="true">{`${set}/${all}`}</span>
      <span className="visually-hidden">
        {t(node.isCatalog ? 'role.shareOfMenus' : 'role.shareOfButtons', [set, all])}
      </span>
    </span>
  )
}

function Buttons({ node, view, onChange }: Omit<LineProps, 'level'>) {
  const t = useT()
  const { chosen, administrator, isStacked } = view
  return (
    <div className="grant-buttons">
      {node.buttons.map((button) => {
        const note = button.adminOnly ? `${button.value} · ${t('role.adminOnly')}` : button.value
        return (
          <Checkbox
            key={button.id}
            checked={chosen.buttons.has(button.id)}
            disabled={view.isLocked || !(mayGrant(button, administrator) || chosen.buttons.has(button.id))}
            title={isStacked ? undefined : note}
            onChange={() => onChange(withButton(node, button, chosen))}
          >
            {button.name}
            {/* A finger has nothing to hover with. */}
            {isStacked ? <small>{note}</small> : null}
          </Checkbox>
        )
      })}
    </div>
  )
}
