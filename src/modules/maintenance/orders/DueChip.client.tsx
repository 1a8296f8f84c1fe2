import { Chip, DictionaryText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'

/** UX 7: the absolute time of the limit, and since when it is paused. */
export function DueChip({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const minutes = (value: unknown): string => String(value).slice(5, 16)
  if (row.slaLight === 'paused')
    return (
      <span>
        <Chip color="warning">{t('repair.paused', [minutes(row.pausedAt)])}</Chip>{' '}
        <DictionaryText dictionary="suspendReason" value={String(row.suspendReason)} />
      </span>
    )
  if (typeof row.dueAt !== 'string') return null
  const isLate = row.slaLight === 'red'
  const colour = isLate ? 'error' : row.slaLight === 'yellow' ? 'warning' : null
  return <Chip color={colour}>{t(isLate ? 'repair.late' : 'repair.due', [minutes(row.dueAt)])}</Chip>
}
