import { Button, Callout, Checkbox } from '@blueprintjs/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDepartments } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { isProposed } from '#src/define/workflows/proposals.ts'

interface Assignment {
  readonly id: number
  readonly name: string
  readonly version: number
  readonly roleIds: readonly number[]
  readonly leaderOf: readonly number[]
  readonly most: number
  readonly roles: readonly { readonly id: number; readonly key: string; readonly name: string }[]
}

/** Which roles somebody holds, and what a division leader is in charge of (SYS-01, SYS-12). */
export function RolesDialog({
  id,
  name,
  onClose,
}: {
  readonly id: number
  readonly name: string
  readonly onClose: () => void
}) {
  const t = useT()
  const { data, error, refetch } = useQuery({
    queryKey: ['user', id, 'roles'],
    queryFn: ({ signal }) => api.get(`/api/system/user/${id}/roles/`, { signal, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  })
  return data === undefined ? (
    <Sheet title={t('user.rolesOf', [name])} shape="dialog" onClose={onClose}>
      {error === null ? <SkeletonRows rows={6} /> : <FailedState error={error} onRetry={() => void refetch()} />}
    </Sheet>
  ) : (
    <RolesForm key={data.version} start={data} name={name} onClose={onClose} />
  )
}

function RolesForm({
  start,
  name,
  onClose,
}: {
  readonly start: Assignment
  readonly name: string
  readonly onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const departments = useDepartments()
  const [roleIds, setRoleIds] = useState<readonly number[]>(start.roleIds)
  const [leaderOf, setLeaderOf] = useState<readonly number[]>(start.leaderOf)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const inCharge = start.roles.find((role) => role.key === 'divisionLeader')?.id
  const hasCharge = inCharge !== undefined && roleIds.includes(inCharge)
  const save = async (): Promise<void> => {
    setSaving(true)
    setProblem(null)
    try {
      const answer = await api.post(
        `/api/system/user/${start.id}/assign_roles/`,
        { roleIds, leaderOf: hasCharge ? leaderOf : [], version: start.version },
        { key: newKey(), quiet: true },
      )
      await client.invalidateQueries({ queryKey: ['user'] })
      toast('success', t(isProposed(answer) ? 'proposals.proposed' : 'user.rolesSaved'))
      onClose()
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      setProblem(Object.values(refused.errors).flat()[0] ?? refused.message)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Sheet
      title={t('user.rolesOf', [name])}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <span className="roles-count" role="status">
            {t('user.rolesChosen', [roleIds.length, start.most])}
          </span>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton intent="primary" text={t('common.save')} isBusy={isSaving} onClick={() => void save()} />
        </>
      }
    >
      <p className="roles-hint">{t('user.rolesHint', [start.most])}</p>
      {problem === null ? null : (
        <Callout intent="danger" role="alert" className="form-notice">
          {problem}
        </Callout>
      )}
      <fieldset className="roles-list">
        <legend>{t('user.roles')}</legend>
        {start.roles.map((role) => {
          const isHeld = roleIds.includes(role.id)
          return (
            <Checkbox
              key={role.id}
              label={role.name}
              checked={isHeld}
              disabled={!isHeld && roleIds.length >= start.most}
              onChange={() => setRoleIds(isHeld ? roleIds.filter((one) => one !== role.id) : [...roleIds, role.id])}
            />
          )
        })}
      </fieldset>
      {hasCharge ? (
        <fieldset className="roles-list">
          <legend>{t('user.leaderOf')}</legend>
          <p className="roles-hint">{t('user.leaderOfHint')}</p>
          {departments.map((department) => {
            const isLed = leaderOf.includes(department.id)
            return (
              <Checkbox
                key={department.id}
                label={department.name}
                checked={isLed}
                onChange={() =>
                  setLeaderOf(isLed ? leaderOf.filter((one) => one !== department.id) : [...leaderOf, department.id])
                }
              />
            )
          })}
        </fieldset>
      ) : null}
    </Sheet>
  )
}
