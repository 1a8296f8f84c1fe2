import { Button, Tag } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Combobox } from '#src/client/components/forms/inputs/Combobox.tsx'
import { personSource } from '#src/client/components/forms/inputs/options.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Avatar, confirmDialog, EmptyState, FailedState, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { RolePerson } from '#src/define/answers/organisation.ts'
import { isProposed } from '#src/define/workflows/proposals.ts'
import { role } from './role.ts'
import { useRolePeople } from './role-calls.client.tsx'

const source = personSource()

/** SetUser: who has the role. Which roles one person may hold together the server says (SYS-01, SYS-12). */
export function RoleUsers({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const id = useId()
  const client = useQueryClient()
  const maySet = useMay('role:SetUser')
  const { data: people, error, refetch } = useRolePeople(row.id)
  if (error !== null) return <FailedState compact error={error} onRetry={() => void refetch()} />
  if (people === undefined) return <SkeletonRows rows={6} />
  const change = async (request: { add?: readonly number[]; remove?: readonly number[] }): Promise<void> => {
    const answer = await api.put(`${role.path}${row.id}/users/`, request, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['role'] })
    toast('success', t(isProposed(answer) ? 'proposals.proposed' : 'role.saved'))
  }
  const remove = async (person: RolePerson): Promise<void> => {
    if (await confirmDialog({ text: t('role.removeConfirm', [person.name]), intent: 'danger' }))
      await change({ remove: [person.id] })
  }
  return (
    <div className="role-users">
      {maySet ? (
        <div className="role-add">
          <Combobox
            id={id}
            label={t('role.addUser')}
            source={source}
            selected={null}
            without={people.map((person) => person.id)}
            placeholder={t('role.addUser')}
            onSelect={(person) => {
              if (person !== null) ignoreApiError(change({ add: [person.id] }))
            }}
          />
        </div>
      ) : null}
      {people.length === 0 ? (
        <EmptyState compact title={t('role.noUsers')} />
      ) : (
        <DataTable
          className="list-table"
          isHeadHidden
          region={{ className: 'list-scroll', label: t('role.users') }}
          rows={people}
          keyOf={({ id: person }) => person}
          columns={[
            {
              name: 'name',
              head: t('records.user.fields.name'),
              cell: (person) => (
                <span className="role-person">
                  <Avatar name={person.name} size={28} />
                  {person.name}
                  {person.state ? null : (
                    <Tag minimal round>
                      {t('role.disabled')}
                    </Tag>
                  )}
                </span>
              ),
            },
            {
              name: 'username',
              head: t('records.user.fields.username'),
              cellClass: 'role-soft',
              cell: ({ username }) => username,
            },
            { name: 'dept', head: t('records.user.fields.deptId'), cell: ({ deptName }) => deptName },
            { name: 'post', head: t('records.user.fields.post'), cell: ({ post }) => post },
            {
              name: ' actions',
              head: t('records.list.actions'),
              cellClass: 'list-actions',
              cell: (person) =>
                maySet ? (
                  <Button
                    variant="minimal"
                    size="small"
                    intent="danger"
                    text={t('common.remove')}
                    aria-label={t('role.removeUser', [person.name])}
                    onClick={() => ignoreApiError(remove(person))}
                  />
                ) : null,
            },
          ]}
        />
      )}
    </div>
  )
}
