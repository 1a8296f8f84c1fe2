import { Button, Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { told } from '#src/client/forms/told.ts'
import { api, newKey } from '#src/client/http.ts'
import { useT } from '#src/client/i18n/index.ts'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { toast } from '#src/client/ui/index.ts'
import { role } from './role.ts'
import type { GrantProposal, RoleGrants } from './role-calls.client.tsx'
import type { Grantable } from './role-tree.ts'

/** SYS-24: a change of a role that its own holders may not make alone, with what it would add and take away. */
export function RoleProposal({
  id,
  grants,
  grantable,
  proposal,
}: {
  readonly id: number
  readonly grants: RoleGrants
  readonly grantable: Grantable
  readonly proposal: GrantProposal
}) {
  const t = useT()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const decide = async (deed: 'confirm_grants' | 'drop_grants', said: string): Promise<void> => {
    setBusy(true)
    try {
      await api.post(`${role.path}${id}/${deed}/`, { version: grants.version }, { key: newKey() })
      toast('success', said)
    } finally {
      setBusy(false)
      await client.invalidateQueries({ queryKey: ['role'] })
    }
  }
  const held = grants.buttons.map((button) => button.id)
  const lines = [
    [
      t('role.proposal.added'),
      namesOf(grantable, missing(proposal.menus, grants.menus), missing(proposal.buttons, held)),
    ],
    [
      t('role.proposal.removed'),
      namesOf(grantable, missing(grants.menus, proposal.menus), missing(held, proposal.buttons)),
    ],
  ] as const
  return (
    <Callout intent="warning" className="role-own" title={t('role.proposal.title', [proposal.byName, proposal.at])}>
      <dl className="role-proposal">
        {lines.map(([label, names]) =>
          names.length === 0 ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{names.join(t('common.listSeparator'))}</dd>
            </div>
          ),
        )}
      </dl>
      {proposal.isOwn ? (
        <BusyButton
          text={t('role.proposal.withdraw')}
          isBusy={isBusy}
          onClick={() => told(decide('drop_grants', t('role.proposal.dropped')))}
        />
      ) : (
        <>
          <BusyButton
            intent="primary"
            text={t('role.proposal.confirm')}
            isBusy={isBusy}
            onClick={() => told(decide('confirm_grants', t('role.saved')))}
          />{' '}
          <Button
            text={t('role.proposal.refuse')}
            disabled={isBusy}
            onClick={() => told(decide('drop_grants', t('role.proposal.dropped')))}
          />
        </>
      )}
    </Callout>
  )
}

const missing = (ids: readonly number[], from: readonly number[]): readonly number[] =>
  ids.filter((id) => !from.includes(id))

/** Menus by title, buttons by their permission, which says more than "edit". */
function namesOf({ menus, buttons }: Grantable, menuIds: readonly number[], buttonIds: readonly number[]) {
  return [
    ...menus.filter(({ id }) => menuIds.includes(id)).map(({ title }) => title),
    ...buttons.filter(({ id }) => buttonIds.includes(id)).map(({ value }) => value),
  ]
}
