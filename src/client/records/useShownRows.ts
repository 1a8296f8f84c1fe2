import { useMemo } from 'react'
import { useLanguage } from '#src/client/platform/i18n/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import type { RecordRow } from './list/useRecordList.ts'
import { inEnglish } from './model.ts'

const NO_ROWS: readonly RecordRow[] = []

/** The rows of a list as the reader's language shows them; none while they are not known. */
export function useShownRows(record: RecordDefinition, rows: readonly RecordRow[] = NO_ROWS): readonly RecordRow[] {
  const language = useLanguage()
  return useMemo(() => (language === 'en' ? rows.map((row) => inEnglish(record, row)) : rows), [rows, language, record])
}
