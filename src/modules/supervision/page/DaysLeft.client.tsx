import { StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'

/** Days to the due date, or since it; nothing for what is over. */
export function DaysLeft({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const days = row.remainingDays
  if (typeof days !== 'number') return null
  return (
    <span className={`days-left is-${String(row.light)}`}>
      {days < 0
        ? t('supervisionPage.late', [-days])
        : days === 0
          ? t('supervisionPage.today')
          : t('supervisionPage.left', [days])}
    </span>
  )
}

/** The light of an item with its days in figures. */
export function DueLight({ row }: { readonly row: RecordRow }) {
  return (
    <span className="due-light">
      <StateChip dictionary="supervisionLight" value={String(row.light)} />
      <DaysLeft row={row} />
    </span>
  )
}
