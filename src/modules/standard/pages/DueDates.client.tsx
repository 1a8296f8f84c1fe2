import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { DateText, EmptyState } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { DueDateChange } from '../standard.types.ts'

/** STD-05: whose next issue of clothing moves, before it is published. */
export function DueDates({ total, changes }: { readonly total: number; readonly changes: readonly DueDateChange[] }) {
  const t = useT()
  if (total === 0) return <EmptyState title={t('standard.version.noDueDates')} />
  return (
    <>
      <p className="standard-soft">{t('standard.version.dueTotal', [total])}</p>
      <DataTable
        className="standard-table"
        look={{ compact: true }}
        region={{ className: 'standard-scroll', label: t('standard.version.dueDates') }}
        rows={changes}
        keyOf={({ issueId }) => issueId}
        columns={[
          { name: 'person', head: t('standard.version.person'), isRowHead: true, cell: ({ userName }) => userName },
          {
            name: 'dept',
            head: t('records.standardCompliance.fields.deptId'),
            cell: ({ deptName }) => deptName,
          },
          { name: 'item', head: t('records.standardCompliance.fields.itemId'), cell: ({ itemName }) => itemName },
          {
            name: 'before',
            head: t('standard.version.dueBefore'),
            cell: ({ before }) => <DateText value={before} precision="day" />,
          },
          {
            name: 'after',
            head: t('standard.version.dueAfter'),
            cell: ({ after }) => <DateText value={after} precision="day" />,
          },
        ]}
      />
    </>
  )
}
