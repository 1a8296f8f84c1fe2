import { Switch } from '@blueprintjs/core'
import { SmallTickIcon } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { Combobox } from '#src/client/components/forms/inputs/Combobox.tsx'
import type { Option, OptionSource } from '#src/client/components/forms/inputs/options.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, FailedState, NoValue, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import type { Grantable, RoleGrants } from '#src/define/answers/organisation.ts'
import { role } from './role.ts'
import { useGrantable, useGrants, useRoleName } from './role-calls.client.tsx'

const source: OptionSource = { url: `${role.path}options/`, query: {} }

/** Where this role and another differ. */
export function RoleCompare({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const id = useId()
  const name = useRoleName(row)
  const [other, setOther] = useState<Option | null>(null)
  const [isNarrow, setNarrow] = useState(true)
  const grantable = useGrantable()
  const [left, right] = [useGrants(row.id), useGrants(other?.id ?? null)]
  const error = grantable.error ?? left.error ?? right.error
  return (
    <div className="role-compare">
      <div className="role-bar">
        <div className="role-add">
          <Combobox
            id={id}
            label={t('role.compareWith')}
            source={source}
            selected={other}
            without={[row.id]}
            placeholder={t('role.compareWith')}
            onSelect={setOther}
          />
        </div>
        <Switch
          checked={isNarrow}
          label={t('role.onlyDifferent')}
          onChange={(event) => setNarrow(event.currentTarget.checked)}
        />
      </div>
      {error !== null ? <FailedState compact error={error} onRetry={() => void right.refetch()} /> : null}
      {other === null ? <EmptyState compact title={t('role.compareHint')} /> : null}
      {other !== null &&
        error === null &&
        (grantable.data && left.data && right.data ? (
          <Table
            names={[name, other.label]}
            grantable={grantable.data}
            sides={[left.data, right.data]}
            isNarrow={isNarrow}
          />
        ) : (
          <SkeletonRows rows={8} />
        ))}
    </div>
  )
}

interface TableProps {
  readonly names: readonly [string, string]
  readonly grantable: Grantable
  readonly sides: readonly [RoleGrants, RoleGrants]
  readonly isNarrow: boolean
}

/** What one side has of a line: nothing, or with which scope. */
type Cell = { readonly has: boolean; readonly scope: number | null }

function Table({ names, grantable, sides, isNarrow }: TableProps) {
  const t = useT()
  const label = useDictionaryLabel()
  const menuName = new Map(grantable.menus.map((menu) => [menu.id, menu.title]))
  const cellOf = (side: RoleGrants, id: number): Cell => {
    const grant = side.buttons.find((one) => one.id === id)
    return { has: grant !== undefined, scope: grant?.dataScope ?? null }
  }
  const lines = [
    ...grantable.menus
      .filter((menu) => !menu.isCatalog)
      .map(({ id, title }) => ({
        key: `menu-${id}`,
        group: t('role.menus'),
        name: title,
        cells: sides.map((side): Cell => ({ has: side.menus.includes(id), scope: null })),
      })),
    ...grantable.buttons.map(({ id, menuId, name, value }) => ({
      key: `button-${id}`,
      group: menuName.get(menuId ?? 0) ?? t('role.others'),
      name: `${name} (${value})`,
      cells: sides.map((side) => cellOf(side, id)),
    })),
  ]
  const shown = lines.filter(({ cells }) =>
    isNarrow ? JSON.stringify(cells[0]) !== JSON.stringify(cells[1]) : cells.some((cell) => cell.has),
  )
  if (shown.length === 0) return <EmptyState compact title={t('role.same')} />
  return (
    <DataTable
      className="list-table role-table"
      region={{ className: 'list-scroll', label: t('role.tabs.compare') }}
      rows={shown}
      keyOf={({ key }) => key}
      columns={[
        {
          name: 'group',
          head: t('records.menuButton.fields.menuId'),
          className: 'role-apart',
          cellClass: 'role-soft',
          cell: ({ group }) => group,
        },
        {
          name: 'button',
          head: t('role.button'),
          cell: ({ group, name }) => (
            <>
              <small className="role-above">{group}</small>
              {name}
            </>
          ),
        },
        ...names.map((name, side) => ({
          name: `side ${side}`,
          head: name,
          cell: ({ cells }: (typeof shown)[number]) => {
            const cell = cells[side]
            return cell?.has ? (
              <span className="role-has">
                <SmallTickIcon title={t('common.yes')} />
                {cell.scope === null ? null : label('dataScope', cell.scope)}
              </span>
            ) : (
              <NoValue />
            )
          },
        })),
      ]}
    />
  )
}
