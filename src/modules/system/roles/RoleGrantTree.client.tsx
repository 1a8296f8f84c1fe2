import { Button, Switch } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { useLeaveGuard } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import { useNarrow } from '#src/client/components/forms/useNarrow.ts'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { FoldAll, type TreeView, useTreeView } from '#src/client/records/list/TreeList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { Grantable, RoleGrants } from '#src/define/answers/organisation.ts'
import { isProposed } from '#src/define/workflows/proposals.ts'
import { GrantLine, type GrantView } from './GrantLine.client.tsx'
import { role } from './role.ts'
import { useGrantable, useGrants, useIsOwn } from './role-calls.client.tsx'
import {
  branchesOf,
  differences,
  type GrantChoice,
  type GrantNode,
  grantTree,
  isAdministrator,
  narrowTree,
  stateOf,
} from './role-tree.ts'

/** Below this many pixels the buttons of a page stand below it, one to a line, and fold. */
const STACKED_BELOW = 640

const waiting = ['role'] as const

/** SetMenu and SetButton: the tree of everything, ticked where the role has it. */
export function RoleGrantTree({ row }: { readonly row: RecordRow }) {
  const grantable = useGrantable()
  const grants = useGrants(row.id)
  const error = grantable.error ?? grants.error
  if (error !== null)
    return (
      <FailedState
        compact
        error={error}
        onRetry={() => {
          void grantable.refetch()
          void grants.refetch()
        }}
      />
    )
  if (grantable.data === undefined || grants.data === undefined) return <SkeletonRows rows={10} />
  return <Tree row={row} grantable={grantable.data} grants={grants.data} />
}

interface TreeProps {
  readonly row: RecordRow
  readonly grantable: Grantable
  readonly grants: RoleGrants
}

/** What is folded and looked for stays when what is granted was saved. */
function Tree(props: TreeProps) {
  const t = useT()
  const tree = useMemo(() => grantTree(props.grantable, t('role.others')), [props.grantable, t])
  const branches = useMemo(() => branchesOf(tree), [tree])
  const view = useTreeView(branches.filter(({ isCatalog }) => !isCatalog).map(({ key }) => key))
  return <GrantForm key={props.grants.version} {...props} tree={tree} branches={branches} view={view} />
}

interface FormProps extends TreeProps {
  readonly tree: readonly GrantNode[]
  readonly branches: readonly GrantNode[]
  readonly view: TreeView<string>
}

function GrantForm({ row, grantable, grants, tree, branches, view }: FormProps) {
  const t = useT()
  const client = useQueryClient()
  const [maySetMenu, maySetButton] = [useMay('role:SetMenu'), useMay('role:SetButton')]
  const isOwn = useIsOwn(row)
  const isLocked = !(maySetMenu && maySetButton)
  const administrator = isAdministrator(String(row.key))
  const stored = useMemo<GrantChoice>(
    () => ({ menus: new Set(grants.menus), buttons: new Set(grants.buttons.map(({ id }) => id)) }),
    [grants],
  )
  const [chosen, setChosen] = useState(stored)
  const [onlyGranted, setOnlyGranted] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const changes = differences(stored, chosen)
  useLeaveGuard(changes > 0)
  const box = useRef<HTMLDivElement>(null)
  const isStacked = useNarrow(box, STACKED_BELOW)
  const shown = narrowTree(
    tree,
    view.keyword,
    onlyGranted ? (node) => stateOf(node, chosen, administrator) !== 'none' : null,
  )

  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const known = new Set(grantable.menus.filter((menu) => !menu.isCatalog).map((menu) => menu.id))
      const answer = await api.put(
        `${role.path}${row.id}/grants/`,
        {
          menus: [...chosen.menus].filter((id) => known.has(id)),
          buttons: [...chosen.buttons],
          version: grants.version,
        },
        { key: newKey() },
      )
      toast('success', t(isProposed(answer) ? 'proposals.proposed' : 'role.saved'))
      if (isProposed(answer)) setChosen(stored)
    } finally {
      setSaving(false)
      await client.invalidateQueries({ queryKey: ['role'] })
      await client.invalidateQueries({ queryKey: ['proposal'] })
    }
  }
  const lines: GrantView = { chosen, isLocked, administrator, isStacked, ...view }
  return (
    <div ref={box} className={isStacked ? 'is-stacked' : undefined}>
      <WaitingHere kinds={waiting} />
      <div className="role-bar">
        <DebouncedInput
          type="search"
          className="role-search"
          leftIcon={searchGlass}
          value={view.keyword}
          placeholder={t('role.search')}
          aria-label={t('role.search')}
          onValueChange={view.search}
        />
        <Switch
          checked={onlyGranted}
          label={t('role.onlyGranted')}
          onChange={(event) => setOnlyGranted(event.currentTarget.checked)}
        />
        <div className="role-folds">
          <FoldAll view={view} branches={branches.map(({ key }) => key)} />
        </div>
      </div>
      {shown.length === 0 ? <EmptyState compact title={t('common.noMatch')} /> : null}
      <ul className="grant-tree">
        {shown.map((node) => (
          <GrantLine key={node.key} node={node} level={1} view={lines} onChange={setChosen} />
        ))}
      </ul>
      <div className="grant-foot">
        <span className="role-count" role="status">
          {changes === 0 ? t('role.granted', [chosen.menus.size, chosen.buttons.size]) : t('role.unsaved', [changes])}
        </span>
        {isLocked ? null : (
          <>
            {changes > 0 ? <Button text={t('role.discard')} onClick={() => setChosen(stored)} /> : null}
            <BusyButton
              intent="primary"
              text={t(isOwn ? 'role.send' : 'role.save')}
              isBusy={isSaving}
              disabled={changes === 0}
              onClick={() => ignoreApiError(save())}
            />
          </>
        )}
      </div>
    </div>
  )
}
