import { Button, Tag } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Avatar, Chip, confirmDelete, confirmDialog, NoValue, toast } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck, useUser } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { FirstPassword } from '#src/define/accounts.ts'
import type { Language } from '#src/define/messages.ts'
import { isProposed, RESET_APPROVAL_HOURS } from '#src/define/workflows/proposals.ts'
import { department } from '#src/fields/field.ts'
import { DisableDialog } from './DisableDialog.client.tsx'
import { RolesDialog } from './RolesDialog.client.tsx'
import { UserTree } from './UserTree.client.tsx'
import { user } from './user.ts'

type Open =
  | { readonly type: 'roles' | 'disable'; readonly row: RecordRow }
  | { readonly type: 'move'; readonly ids: readonly number[]; readonly done: () => void }

const path = '/api/system/user/'
const moveFields = { deptId: department({ required: true }) }
const parameters = ['role', 'locked']

interface RoleInfo {
  readonly id: number
  readonly name: string
}
const rolesIn = (row: RecordRow): readonly RoleInfo[] => (row as { role_info?: readonly RoleInfo[] }).role_info ?? []

/** Switches off many accounts; whoever still holds something is named first. False when the person thought better of it. */
async function disableAll(ids: readonly number[], confirmText: string): Promise<boolean> {
  const post = (confirmed: boolean) =>
    api.post(`${path}multiple_disable/`, { ids, confirmed }, { key: newKey(), quiet: !confirmed })
  try {
    await post(false)
    return true
  } catch (refused) {
    if (!(refused instanceof ApiError)) throw refused
    if (refused.errKey !== 'user.leavingUnconfirmed') {
      toast('warning', refused.message)
      return false
    }
    if (!(await confirmDialog({ text: refused.message, intent: 'danger', confirmText }))) return false
  }
  await post(true)
  return true
}

/** What somebody is called in the reader's language. */
const nameOf = (row: RecordRow, language: Language): string =>
  language === 'en' && typeof row.nameEn === 'string' && row.nameEn !== '' ? row.nameEn : String(row.name)

/** The accounts beside their departments. */
export function UserList({ onPassword }: { readonly onPassword: (password: FirstPassword) => void }) {
  const t = useT()
  const may = useMayCheck()
  const language = useLanguage()
  const { id: ownId } = useUser()
  const client = useQueryClient()
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<Open | null>(null)
  const mayAssign = may('user:AssignRole')
  const set = useCallback(
    (name: string, value: string) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          next.delete('page')
          if (value === '') next.delete(name)
          else next.set(name, value)
          return next
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )

  const after = useCallback(
    async (text: string): Promise<void> => {
      await client.invalidateQueries({ queryKey: ['user'] })
      toast('success', text)
    },
    [client],
  )
  const itemsOf = useCallback(
    (row: RecordRow) => {
      const name = nameOf(row, language)
      const action = async (what: 'unlock' | 'enable', text: string): Promise<void> => {
        const answer = await api.post(`${path}${row.id}/${what}/`, {}, { key: newKey() })
        await after(isProposed(answer) ? t('proposals.proposed') : text)
      }
      const reset = async (): Promise<void> => {
        const text = t('user.confirmReset', [name])
        if (!(await confirmDialog({ text, intent: 'warning', confirmText: t('user.resetPassword') }))) return
        const answer = await api.post(`${path}${row.id}/reset_password/`, {}, { key: newKey() })
        if (isProposed(answer)) toast('success', t('user.resetProposed', [RESET_APPROVAL_HOURS]))
        else onPassword(answer)
      }
      const resetFactor = async (): Promise<void> => {
        const text = t('user.confirmSecondFactor', [name])
        if (!(await confirmDialog({ text, intent: 'warning', confirmText: t('user.resetSecondFactor') }))) return
        const answer = await api.post(`${path}${row.id}/reset_second_factor/`, {}, { key: newKey() })
        await after(
          isProposed(answer) ? t('user.factorResetProposed', [RESET_APPROVAL_HOURS]) : t('user.secondFactorReset'),
        )
      }
      const remove = async (): Promise<void> => {
        if (!(await confirmDelete(name))) return
        await api.delete(`${path}${row.id}/`, {}, { key: newKey() })
        await after(t('common.removed'))
      }
      const isOwn = row.id === ownId
      const isOn = row.state === true
      return [
        mayAssign && !isOwn ? { text: t('user.assignRoles'), onClick: () => setOpen({ type: 'roles', row }) } : null,
        may('user:ResetPassword') && isOn && !isOwn
          ? { text: t('user.resetPassword'), onClick: () => ignoreApiError(reset()) }
          : null,
        may('user:ResetPassword') && row.hasSecondFactor === true && !isOwn
          ? { text: t('user.resetSecondFactor'), onClick: () => ignoreApiError(resetFactor()) }
          : null,
        may('user:Unlock') && row.locked === true
          ? { text: t('user.unlock'), onClick: () => ignoreApiError(action('unlock', t('user.unlocked'))) }
          : null,
        may('user:Enable') && !isOn
          ? { text: t('user.enable'), onClick: () => ignoreApiError(action('enable', t('user.enabled', [1]))) }
          : null,
        may('user:Disable') && isOn && !isOwn
          ? {
              text: t('user.disable'),
              intent: 'warning' as const,
              onClick: () => setOpen({ type: 'disable', row }),
            }
          : null,
        may('user:Delete') && !isOwn
          ? { text: t('common.remove'), intent: 'danger' as const, onClick: () => ignoreApiError(remove()) }
          : null,
      ].filter((item) => item !== null)
    },
    [t, may, language, mayAssign, ownId, after, onPassword],
  )
  const bulk = useCallback(
    (ids: readonly number[], done: () => void) => {
      const all = async (what: 'enable' | 'disable'): Promise<void> => {
        if (what === 'disable') {
          const text = t('user.confirmDisableMany', [ids.length])
          if (!(await confirmDialog({ text, intent: 'danger', confirmText: t('user.disable') }))) return
        }
        if (what === 'enable') {
          const answer = await api.post(`${path}multiple_enable/`, { ids }, { key: newKey() })
          if (isProposed(answer)) return void (await after(t('proposals.proposed')))
        } else if (!(await disableAll(ids, t('user.confirmLeavingMany')))) return
        done()
        await after(t(what === 'enable' ? 'user.enabled' : 'user.disabled', [ids.length]))
      }
      return (
        <>
          {may('user:Enable') ? (
            <Button
              size="small"
              variant="outlined"
              text={t('user.enable')}
              onClick={() => ignoreApiError(all('enable'))}
            />
          ) : null}
          {may('user:Disable') ? (
            <Button
              size="small"
              variant="outlined"
              intent="danger"
              text={t('user.disable')}
              onClick={() => ignoreApiError(all('disable'))}
            />
          ) : null}
          {may('user:Update') ? (
            <Button
              size="small"
              variant="outlined"
              text={t('user.move')}
              onClick={() => setOpen({ type: 'move', ids, done })}
            />
          ) : null}
        </>
      )
    },
    [t, may, after],
  )
  const hasBulk = may('user:Enable') || may('user:Disable') || may('user:Update')
  const more = useMemo(
    (): ListAdditions => ({
      columns: [...user.list.columns.slice(0, -2), ...(mayAssign ? ['roles'] : []), 'state', 'locked', 'lastLoginAt'],
      own: {
        name: { label: t('records.user.fields.name'), render: (row) => <PersonName row={row} /> },
        roles: { label: t('user.roles'), render: (row) => <Roles list={rolesIn(row)} /> },
        locked: {
          label: t('user.locked'),
          render: (row) => (row.locked === true ? <Chip color="error">{t('user.isLocked')}</Chip> : <NoValue />),
        },
      },
      parameters,
      filters: <OwnFilters params={params} onChange={set} hasRoles={mayAssign} />,
      itemsOf,
      ...(hasBulk ? { bulk } : {}),
    }),
    [t, mayAssign, params, set, itemsOf, bulk, hasBulk],
  )
  const chosen = Number(params.get('deptId'))
  return (
    <div className="user-grid">
      <UserTree
        chosen={Number.isInteger(chosen) && chosen > 0 ? chosen : null}
        onChoose={(id) => set('deptId', id === null ? '' : String(id))}
      />
      <RecordList record={user} more={more} />
      {open?.type === 'roles' ? (
        <RolesDialog id={open.row.id} name={nameOf(open.row, language)} onClose={() => setOpen(null)} />
      ) : null}
      {open?.type === 'disable' ? (
        <DisableDialog row={open.row} name={nameOf(open.row, language)} onClose={() => setOpen(null)} />
      ) : null}
      {open?.type === 'move' ? (
        <MoveForm
          ids={open.ids}
          onDone={() => {
            open.done()
            toast('success', t('user.moved', [open.ids.length]))
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </div>
  )
}

function MoveForm({
  ids,
  onDone,
  onClose,
}: {
  readonly ids: readonly number[]
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const t = useT()
  return (
    <PostForm
      title={t('user.moveTo')}
      path={`${path}multiple_move/`}
      record="user"
      fields={moveFields}
      fixed={{ ids }}
      labels={() => t('records.user.fields.deptId')}
      submitText={t('user.move')}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

function PersonName({ row }: { readonly row: RecordRow }) {
  const name = nameOf(row, useLanguage())
  return (
    <span className="user-name">
      <Avatar name={name} src={String(row.avatar ?? '')} size={26} />
      {name}
    </span>
  )
}

function Roles({ list }: { readonly list: readonly RoleInfo[] }) {
  const t = useT()
  if (list.length === 0) return <span className="no-value">{t('user.noRole')}</span>
  return (
    <span className="user-roles-cell">
      {list.map((role) => (
        <Tag key={role.id} minimal round>
          {role.name}
        </Tag>
      ))}
    </span>
  )
}

/** By role (SYS-15: only for those who assign them) and by lock. */
function OwnFilters({
  params,
  onChange,
  hasRoles,
}: {
  readonly params: URLSearchParams
  readonly onChange: (name: string, value: string) => void
  readonly hasRoles: boolean
}) {
  const t = useT()
  const id = useId()
  const { data: roles } = useQuery({
    queryKey: ['role', 'names'],
    queryFn: ({ signal }) => api.get('/api/system/user/assignable_roles/', { signal, quiet: true }),
    enabled: hasRoles,
  })
  return (
    <>
      {hasRoles ? (
        <div className="list-filter">
          <label htmlFor={`${id}-role`}>{t('user.roles')}</label>
          <SelectBox
            fill
            id={`${id}-role`}
            value={params.get('role') ?? ''}
            onChange={(event) => onChange('role', event.currentTarget.value)}
          >
            <option value="">{t('user.anyRole')}</option>
            {(roles ?? []).map((role) => (
              <option key={role.id} value={role.id}>
                {role.name}
              </option>
            ))}
          </SelectBox>
        </div>
      ) : null}
      <div className="list-filter">
        <label htmlFor={`${id}-locked`}>{t('user.lockedFilter')}</label>
        <SelectBox
          fill
          id={`${id}-locked`}
          value={params.get('locked') ?? ''}
          onChange={(event) => onChange('locked', event.currentTarget.value)}
        >
          <option value="">{t('common.all')}</option>
          <option value="true">{t('user.isLocked')}</option>
          <option value="false">{t('user.notLocked')}</option>
        </SelectBox>
      </div>
    </>
  )
}
