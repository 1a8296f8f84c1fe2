import { useCallback, useMemo } from 'react'
import type { Labels, Row } from '#src/client/components/forms/kinds.ts'
import { moneyText } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { fieldOf, inEnglish, labelKey } from './model.ts'

export interface RecordTexts {
  readonly title: string
  readonly labels: Labels
  /** How a row is called in a sentence (titleFields). */
  readonly nameOf: (row: Row) => string
  readonly action: (name: string) => string
}

/** The words of a record by convention: `records.<name>.title`, `.fields.<field>` (`.fields.lines.amount` for a column of a sub-table), `.actions.<action>`. */
export function useRecordTexts(record: RecordDefinition): RecordTexts {
  const t = useT()
  const entry = useDictionaryLabel()
  const language = useLanguage()
  const labels = useCallback<Labels>((path) => t(labelKey(record, path)), [record, t])
  const nameOf = useCallback(
    (stored: Row) => {
      const row = language === 'en' ? inEnglish(record, stored) : stored
      return (
        record.titleFields
          .map((name) => {
            const field = fieldOf(record, name)
            const label = row[`${name}Label`]
            if (typeof label === 'string' && label !== '') return label
            if (field?.kind === 'choice') return entry(field.dictionary, row[name])
            return field?.kind === 'money' && typeof row[name] === 'string'
              ? moneyText(row[name])
              : String(row[name] ?? '')
          })
          .filter((text) => text !== '')
          .join(' ') || `#${String(row.id)}`
      )
    },
    [record, entry, language],
  )
  return useMemo(
    () => ({
      title: t(`records.${record.name}.title`),
      labels,
      nameOf,
      action: (name) => t(`records.${record.name}.actions.${name}`),
    }),
    [record, t, labels, nameOf],
  )
}
