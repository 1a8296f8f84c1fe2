import { useCallback, useMemo } from 'react'
import type { RecordDefinition } from '#src/define/record.ts'
import { hasText, useT } from '#src/client/i18n/index.ts'
import type { Labels, Row } from '#src/client/forms/kinds.ts'
import { useDictionaryLabel } from '#src/client/session/index.ts'
import { fieldOf, labelKey } from './model.ts'

export interface RecordTexts {
  readonly title: string
  readonly labels: Labels
  /** How a row is called in a sentence (titleFields). */
  readonly nameOf: (row: Row) => string
  readonly action: (name: string) => string
}

/** The words of a record by convention: `records.<name>.title`, `.fields.<field>`, `.columns.<lines>.<field>`, `.actions.<action>`. */
export function useRecordTexts(record: RecordDefinition): RecordTexts {
  const t = useT()
  const entry = useDictionaryLabel()
  const labels = useCallback<Labels>((path) => t(linesKey(record, path) ?? labelKey(record, path)), [record, t])
  const nameOf = useCallback(
    (row: Row) =>
      record.titleFields
        .map((name) => {
          const field = fieldOf(record, name)
          const label = row[`${name}Label`]
          if (typeof label === 'string' && label !== '') return label
          return field?.kind === 'choice' ? entry(field.dictionary, row[name]) : String(row[name] ?? '')
        })
        .filter((text) => text !== '')
        .join(' ') || `#${String(row.id)}`,
    [record, entry],
  )
  return useMemo(
    () => ({ title: t(`records.${record.name}.title`), labels, nameOf, action: (name) => t(`records.${record.name}.actions.${name}`) }),
    [record, t, labels, nameOf],
  )
}

/** A column of a sub-table stands under `columns`, since its table's own label is a text and cannot hold more. */
function linesKey(record: RecordDefinition, path: string): string | null {
  if (!path.includes('.')) return null
  const key = `records.${record.name}.columns.${path}`
  return hasText(key) ? key : `records.${record.name}.fields.${path}`
}
