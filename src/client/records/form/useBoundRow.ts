import { useQuery } from '@tanstack/react-query'
import { ApiError, codes } from '#src/client/platform/http/error.ts'
import { api } from '#src/client/platform/http/http.ts'
import { hasText, textOf, useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { rightsOn } from '../list/rowActions.ts'
import type { RecordRow } from '../list/useRecordList.ts'
import { useRecordTexts } from '../useRecordTexts.ts'
import type { BoundNotice } from './BoundNotice.tsx'
import { rowStanding } from './boundRow.ts'
import { useRecordRow } from './useRecordForm.ts'

const isLost = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === codes.notFound || error.code === codes.forbidden)

/** What happened to the row of an open form, in place of its button. Null while nothing did, or while the person's own change is on its way. */
export function useBoundRow(
  record: RecordDefinition,
  opened: RecordRow | null,
  /** An action of the record, or one of the two that every record has. */
  purpose: 'update' | 'remove' | (string & {}),
  { isSending, onContinue }: { readonly isSending: boolean; readonly onContinue?: (newest: RecordRow) => void },
): BoundNotice | null {
  const t = useT()
  const may = useMayCheck()
  const texts = useRecordTexts(record)
  const mayRead = record.permissions.retrieve !== undefined && may(record.permissions.retrieve)
  const { data: newest, error } = useRecordRow(record, mayRead ? (opened?.id ?? null) : null)
  const isAllowed = (row: RecordRow): boolean => {
    const rights = rightsOn(record, row, may)
    if (purpose === 'update') return rights.edit
    return purpose === 'remove' ? rights.remove : rights.actions.some(([name]) => name === purpose)
  }
  const standing =
    opened === null
      ? 'same'
      : rowStanding(opened, newest, {
          isLost: isLost(error),
          isAllowed: newest !== undefined && isAllowed(newest),
        })
  const { data: timeline, isFetching } = useQuery({
    queryKey: [record.name, 'one', opened?.id, 'timeline'],
    queryFn: ({ signal }) => api.get(`${record.path}${opened?.id}/timeline/`, { signal, quiet: true }),
    enabled: standing === 'changed' || standing === 'over',
  })
  if (isSending || standing === 'same') return null
  if (standing === 'gone') return { text: t('records.bound.gone'), isOver: true }
  const last = timeline?.at(-1)
  const actionText = (name: string): string =>
    hasText(`records.action.${name}`) ? textOf(`records.action.${name}`) : texts.action(name)
  const happened =
    last === undefined
      ? isFetching
        ? ''
        : t('records.bound.unknown')
      : t('records.bound.sentence', [last.userIdLabel, last.at.slice(11, 16), actionText(last.action)])
  if (standing === 'over' || newest === undefined) return { text: t('records.bound.notSent', [happened]), isOver: true }
  return {
    text: happened,
    isOver: false,
    ...(onContinue !== undefined && {
      continueText: t('records.form.rebase'),
      onContinue: () => onContinue(newest),
    }),
  }
}
