import { Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useLeaveGuard } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary, useMay } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { ButtonGrant } from '#src/define/accounts.ts'
import type { Grantable, RoleGrants } from '#src/define/answers/organisation.ts'
import { isProposed } from '#src/define/workflows/proposals.ts'
import type { FieldValue } from '#src/fields/field.ts'
import { idsOf } from '#src/fields/identity.ts'
import { DeptChecks } from '../departments/DeptChecks.client.tsx'
import { role } from './role.ts'
import { useGrantable, useGrants, useIsOwn } from './role-calls.client.tsx'

const CUSTOM = 4
const waiting = ['roleScope'] as const

/** SetDataScope: which rows the role reaches, and the buttons that reach others. */
export function RoleScope({ row }: { readonly row: RecordRow }) {
  const grantable = useGrantable()
  const grants = useGrants(row.id)
  const error = grantable.error ?? grants.error
  if (error !== null) return <FailedState compact error={error} onRetry={() => void grants.refetch()} />
  if (grantable.data === undefined || grants.data === undefined) return <SkeletonRows rows={8} />
  return <ScopeForm key={grants.data.version} row={row} grantable={grantable.data} grants={grants.data} />
}

interface Scope {
  readonly dataScope: number
  readonly scopeDeptIds: readonly number[]
}
type Overrides = ReadonlyMap<number, Scope>

const overridesIn = (buttons: readonly ButtonGrant[]): Overrides =>
  new Map(
    buttons.flatMap(({ id, dataScope, scopeDeptIds }) =>
      dataScope === null ? [] : [[id, { dataScope, scopeDeptIds: scopeDeptIds ?? [] }] as const],
    ),
  )
const textOf = (own: Scope, overrides: Overrides): string =>
  JSON.stringify([own, [...overrides].toSorted(([a], [b]) => a - b)])

interface FormProps {
  readonly row: RecordRow
  readonly grantable: Grantable
  readonly grants: RoleGrants
}

function ScopeForm({ row, grantable, grants }: FormProps) {
  const t = useT()
  const client = useQueryClient()
  const [isOwn, maySet] = [useIsOwn(row), useMay('role:SetDataScope')]
  const isLocked = isOwn || !maySet
  const [stored] = useState(() => ({
    own: { dataScope: Number(row.dataScope), scopeDeptIds: idsOf(row.scopeDeptIds as FieldValue) },
    overrides: overridesIn(grants.buttons),
  }))
  const [own, setOwn] = useState<Scope>(stored.own)
  const [overrides, setOverrides] = useState(stored.overrides)
  const [isSaving, setSaving] = useState(false)
  const isDirty = textOf(own, overrides) !== textOf(stored.own, stored.overrides)
  useLeaveGuard(isDirty)
  const buttons = grantable.buttons.filter(({ id }) => grants.buttons.some((grant) => grant.id === id))
  const free = buttons.filter(({ id }) => !overrides.has(id))
  const nameOf = (id: number): string => {
    const button = buttons.find((one) => one.id === id)
    const menu = grantable.menus.find((one) => one.id === button?.menuId)
    return button === undefined ? `#${id}` : `${menu === undefined ? '' : `${menu.title} · `}${button.name}`
  }
  const change = (id: number, scope: Scope | null): void => {
    const next = new Map(overrides)
    if (scope === null) next.delete(id)
    else next.set(id, scope)
    setOverrides(next)
  }
  const save = async (): Promise<void> => {
    setSaving(true)
    try {
      const list = [...overrides].map(([id, scope]) => ({ id, ...scope }))
      const answer = await api.put(
        `${role.path}${row.id}/data_scope/`,
        { ...own, overrides: list, version: grants.version },
        { key: newKey() },
      )
      toast('success', t(isProposed(answer) ? 'proposals.proposed' : 'role.saved'))
      if (isProposed(answer)) {
        setOwn(stored.own)
        setOverrides(stored.overrides)
      }
    } finally {
      setSaving(false)
      await client.invalidateQueries({ queryKey: ['role'] })
      await client.invalidateQueries({ queryKey: ['proposal'] })
    }
  }
  return (
    <div className="role-scope">
      <WaitingHere kinds={waiting} />
      <p className="role-hint">{t('role.scopeHint')}</p>
      <ScopeChoice label={t('role.scopeOfRole')} scope={own} isLocked={isLocked} onChange={setOwn} />
      <h3>{t('role.override')}</h3>
      {overrides.size === 0 ? (
        <EmptyState compact title={t('role.noOverride')} />
      ) : (
        <DataTable
          className="list-table role-overrides"
          rows={[...overrides]}
          keyOf={([id]) => id}
          columns={[
            { name: 'button', head: t('role.button'), cell: ([id]) => nameOf(id) },
            {
              name: 'scope',
              head: t('role.scope'),
              cell: ([id, scope]) => (
                <ScopeChoice
                  isBare
                  label={nameOf(id)}
                  scope={scope}
                  isLocked={isLocked}
                  onChange={(next) => change(id, next)}
                />
              ),
            },
            {
              name: ' actions',
              head: null,
              headLabel: t('common.more'),
              cellClass: 'list-actions',
              cell: ([id]) =>
                isLocked ? null : (
                  <Button
                    variant="minimal"
                    size="small"
                    text={t('role.asRole')}
                    aria-label={`${nameOf(id)}: ${t('role.asRole')}`}
                    onClick={() => change(id, null)}
                  />
                ),
            },
          ]}
        />
      )}
      {isLocked ? null : (
        <div className="role-scope-foot">
          <SelectBox
            value=""
            aria-label={t('role.addOverride')}
            disabled={free.length === 0}
            onChange={(event) => change(Number(event.currentTarget.value), { dataScope: 0, scopeDeptIds: [] })}
          >
            <option value="" disabled>
              {t('role.addOverride')}
            </option>
            {free.map(({ id }) => (
              <option key={id} value={id}>
                {nameOf(id)}
              </option>
            ))}
          </SelectBox>
          <span className="list-filters-space" />
          <BusyButton
            intent="primary"
            text={t('role.save')}
            isBusy={isSaving}
            disabled={!isDirty}
            onClick={() => ignoreApiError(save())}
          />
        </div>
      )}
    </div>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly scope: Scope
  readonly isLocked: boolean
  readonly onChange: (scope: Scope) => void
  /** The label is seen elsewhere. */
  readonly isBare?: boolean
}

function ScopeChoice({ label, scope, isLocked, onChange, isBare = false }: ChoiceProps) {
  const id = useId()
  const entries = useDictionary('dataScope')
  return (
    <div className="scope-choice">
      {isBare ? null : <label htmlFor={id}>{label}</label>}
      <SelectBox
        id={id}
        aria-label={isBare ? label : undefined}
        value={String(scope.dataScope)}
        disabled={isLocked}
        onChange={(event) => onChange({ ...scope, dataScope: Number(event.currentTarget.value) })}
      >
        {entries.map((entry) => (
          <option key={String(entry.value)} value={String(entry.value)}>
            {entry.label}
          </option>
        ))}
      </SelectBox>
      {scope.dataScope === CUSTOM ? (
        <DeptChecks
          label={label}
          chosen={scope.scopeDeptIds}
          isLocked={isLocked}
          onChange={(scopeDeptIds) => onChange({ ...scope, scopeDeptIds })}
        />
      ) : null}
    </div>
  )
}
