import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, MoneyText, NoValue } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Impact } from '../standard.types.ts'

const lists = ['over', 'short', 'eased'] as const
const listOf = ({ over, short }: Impact): (typeof lists)[number] => (over > 0 ? 'over' : short > 0 ? 'short' : 'eased')

/** Departments whose limits change: those that become over, those that become short with what filling costs, and the rest. */
export function Impacts({ impacts }: { readonly impacts: readonly Impact[] }) {
  const t = useT()
  if (impacts.length === 0) return <EmptyState title={t('standard.version.none')} />
  return (
    <>
      {lists.map((list) => {
        const rows = impacts.filter((impact) => listOf(impact) === list)
        return rows.length === 0 ? null : <ImpactTable key={list} list={list} rows={rows} />
      })}
    </>
  )
}

function ImpactTable({ list, rows }: { readonly list: (typeof lists)[number]; readonly rows: readonly Impact[] }) {
  const t = useT()
  const cost = rows.reduce((sum, one) => sum + Number(one.cost ?? 0), 0).toFixed(2)
  const figure = (name: 'before' | 'max' | 'held', isTotal = true) => ({
    name,
    head: t(`standard.version.${name}`),
    isRight: true,
    cell: (row: Impact) => row[name] ?? <NoValue />,
    ...(isTotal && { total: rows.reduce((sum, row) => sum + (row[name] ?? 0), 0) }),
  })
  return (
    <section className="standard-section">
      <h3>
        {t(`standard.version.${list}`)} <span className="standard-soft">{rows.length}</span>
      </h3>
      <DataTable
        className="standard-table"
        look={{ compact: true }}
        region={{ className: 'standard-scroll', label: t(`standard.version.${list}`) }}
        rows={rows}
        keyOf={({ deptId, itemId }) => `${deptId}.${itemId}`}
        columns={[
          {
            name: 'dept',
            head: t('records.standardCompliance.fields.deptId'),
            isRowHead: true,
            cell: ({ deptName }) => deptName,
            total: t('standard.version.total'),
          },
          { name: 'item', head: t('records.standardCompliance.fields.itemId'), cell: ({ itemName }) => itemName },
          figure('before'),
          figure('max'),
          figure('held'),
          ...(list === 'over'
            ? [
                {
                  name: 'over',
                  head: t('standard.version.overBy'),
                  isRight: true,
                  cell: ({ over }: Impact) => over,
                  total: rows.reduce((sum, { over }) => sum + over, 0),
                },
              ]
            : []),
          ...(list === 'short'
            ? [
                {
                  name: 'short',
                  head: t('standard.version.shortBy'),
                  isRight: true,
                  cell: ({ short }: Impact) => short,
                  total: rows.reduce((sum, { short }) => sum + short, 0),
                },
                {
                  name: 'cost',
                  head: t('standard.version.cost'),
                  isRight: true,
                  cell: (row: Impact) => <MoneyText value={row.cost} />,
                  total: <MoneyText value={cost} />,
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}
