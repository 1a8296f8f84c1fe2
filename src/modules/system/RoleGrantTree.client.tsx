import { Button, Checkbox, Switch, Tag } from '@blueprintjs/core'
import { ChevronDownIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { DebouncedInput } from '#src/client/forms/DebouncedInput.tsx'
import { told } from '#src/client/forms/told.ts'
import { useLeaveGuard } from '#src/client/forms/useLeaveGuard.ts'
import { api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import type { RecordRow } from '#src/client/records/useRecordList.ts'
import { useMay } from '#src/client/session/index.ts'
import { EmptyState, FailedState, NamedIcon, SkeletonRows, toast } from '#src/client/ui/index.ts'
import { searchGlass } from '#src/client/ui/searchGlass.tsx'
import { RoleProposal } from './RoleProposal.client.tsx'
import { role } from './role.ts'
import { type RoleGrants, useGrantable, useGrants, useIsOwn } from './role-calls.client.tsx'
import {
  type Chosen,
  differences,
  type Grantable,
  type GrantNode,
  grantTree,
  isAdministrator,
  isTickable,
  mayGrant,
  narrowed,
  stateOf,
  toggled,
  withButton,
} from './role-tree.ts'

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
  return <Tree key={grants.data.version} row={row} grantable={grantable.data} grants={grants.data} />
}

interface TreeProps {
  readonly row: RecordRow
  readonly grantable: Grantable
  readonly grants: RoleGrants
}

function Tree({ row, grantable, grants }: TreeProps) {
  const t = useT()
  const client = useQueryClient()
  const [maySetMenu, maySetButton] = [useMay('role:SetMenu'), useMay('role:SetButton')]
  const isOwn = useIsOwn(row)
  const isLocked = !(maySetMenu && maySetButton)
  const administrator = isAdministrator(String(row.key))
  const stored = useMemo<Chosen>(
    () => ({ menus: new Set(grants.menus), buttons: new Set(grants.buttons.map(({ id }) => id)) }),
    [grants],
  )
  const [chosen, setChosen] = useState(stored)
  const [keyword, setKeyword] = useState('')
  const [onlyGranted, setOnlyGranted] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const changes = differences(stored, chosen)
  useLeaveGuard(changes > 0)
  const tree = useMemo(() => grantTree(grantable, t('role.others')), [grantable, t])
  const shown = narrowed(tree, keyword, onlyGranted ? (node) => stateOf(node, chosen, administrator) !== 'none' : null)

  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const known = new Set(grantable.menus.filter((menu) => !menu.isCatalog).map((menu) => menu.id))
      const { proposed } = await api.put<{ proposed: boolean }>(
        `${role.path}${row.id}/grants/`,
        {
          menus: [...chosen.menus].filter((id) => known.has(id)),
          buttons: [...chosen.buttons],
          version: grants.version,
        },
        { key: newKey() },
      )
      toast('success', t(proposed ? 'role.proposal.sent' : 'role.saved'))
      if (proposed) setChosen(stored)
    } finally {
      setSaving(false)
      await client.invalidateQueries({ queryKey: ['role'] })
    }
  }
  return (
    <>
      {grants.proposal === null ? null : (
        <RoleProposal id={row.id} grants={grants} grantable={grantable} proposal={grants.proposal} />
      )}
      <div className="role-bar">
        <DebouncedInput
          type="search"
          className="role-search"
          leftIcon={searchGlass}
          value={keyword}
          placeholder={t('role.search')}
          aria-label={t('role.search')}
          onValueChange={setKeyword}
        />
        <Switch
          checked={onlyGranted}
          label={t('role.onlyGranted')}
          onChange={(event) => setOnlyGranted(event.currentTarget.checked)}
        />
        <span className="role-count" role="status">
          {changes === 0 ? t('role.granted', [chosen.menus.size, chosen.buttons.size]) : t('role.unsaved', [changes])}
        </span>
        {isLocked ? null : (
          <>
            {changes > 0 ? <Button text={t('role.discard')} onClick={() => setChosen(stored)} /> : null}
            <BusyButton
              intent="primary"
              text={t(isOwn ? 'role.proposal.send' : 'role.save')}
              isBusy={isSaving}
              disabled={changes === 0}
              onClick={() => told(save())}
            />
          </>
        )}
      </div>
      {shown.length === 0 ? <EmptyState compact title={t('common.noMatch')} /> : null}
      <ul className="grant-tree">
        {shown.map((node) => (
          <Line
            key={node.key}
            node={node}
            level={1}
            chosen={chosen}
            isLocked={isLocked}
            administrator={administrator}
            onChange={setChosen}
          />
        ))}
      </ul>
    </>
  )
}

interface LineProps {
  readonly node: GrantNode
  readonly level: number
  readonly chosen: Chosen
  readonly isLocked: boolean
  readonly administrator: boolean
  readonly onChange: (chosen: Chosen) => void
}

function Line({ node, level, chosen, isLocked, administrator, onChange }: LineProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  const state = stateOf(node, chosen, administrator)
  return (
    <li>
      <div className="grant-line" data-level={level}>
        {node.children.length > 0 ? (
          <Button
            variant="minimal"
            size="small"
            icon={isOpen ? <ChevronDownIcon /> : <ChevronRightIcon />}
            aria-expanded={isOpen}
            aria-label={node.title}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span className="grant-leaf" />
        )}
        <Checkbox
          className="grant-menu"
          checked={state === 'all'}
          indeterminate={state === 'some'}
          disabled={isLocked || !isTickable(node, chosen, administrator)}
          onChange={() => onChange(toggled(node, chosen, administrator))}
        >
          {node.menu === null ? null : <NamedIcon name={node.menu.icon} />}
          <span className={node.isCatalog ? 'grant-catalogue' : undefined}>{node.title}</span>
          {node.menu?.visible === false ? (
            <Tag minimal round>
              {t('menu.hidden')}
            </Tag>
          ) : null}
        </Checkbox>
        {node.buttons.length === 0 ? null : (
          <div className="grant-buttons">
            {node.buttons.map((button) => (
              <Checkbox
                key={button.id}
                checked={chosen.buttons.has(button.id)}
                disabled={isLocked || !(mayGrant(button, administrator) || chosen.buttons.has(button.id))}
                title={button.adminOnly ? `${button.value} · ${t('role.adminOnly')}` : button.value}
                onChange={() => onChange(withButton(node, button, chosen))}
              >
                {button.name}
              </Checkbox>
            ))}
          </div>
        )}
      </div>
      {isOpen && node.children.length > 0 ? (
        <ul>
          {node.children.map((child) => (
            <Line
              key={child.key}
              node={child}
              level={level + 1}
              chosen={chosen}
              isLocked={isLocked}
              administrator={administrator}
              onChange={onChange}
            />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
