import { Button, Callout, TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { FormData } from '#src/fields/field.ts'
import type { EntryKind, SheetProblem } from './entry-wire.ts'
import { sheetColumns } from './sheet.ts'

interface PasteLinesProps {
  readonly kind: EntryKind
  readonly warehouseId: number
  /** Lines that still fit. */
  readonly room: number
  readonly labels: (column: string) => string
  readonly onLines: (lines: readonly FormData[]) => void
  readonly onClose: () => void
}

/** Takes what was copied from a spreadsheet; every mistake is told with its row, and nothing is taken while there is one. */
export function PasteLines({ kind, warehouseId, room, labels, onLines, onClose }: PasteLinesProps) {
  const t = useT()
  const id = useId()
  const problemText = useProblemText()
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly SheetProblem[]>([])
  const [isReading, setReading] = useState(false)
  const read = async (): Promise<void> => {
    setReading(true)
    try {
      const answer = await api.post('/api/stock/lines/read/', { kind, warehouseId, text }, { key: newKey() })
      setProblems(answer.problems)
      if (answer.problems.length === 0) onLines(answer.lines.slice(0, room))
    } finally {
      setReading(false)
    }
  }
  return (
    <Sheet
      title={t('stock.entry.paste')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton
            intent="primary"
            text={t('stock.entry.read')}
            isBusy={isReading}
            disabled={text.trim() === ''}
            onClick={() => ignoreApiError(read())}
          />
        </>
      }
    >
      <p id={`${id}-hint`} className="stock-note">
        {t('stock.entry.columns', [sheetColumns[kind].map(labels).join('、')])}
      </p>
      <TextArea
        fill
        autoFocus
        className="stock-paste"
        aria-label={t('stock.entry.text')}
        aria-describedby={`${id}-hint`}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problems.length === 0 ? null : (
        <Callout compact intent="danger" role="alert" title={t('stock.entry.problems', [problems.length])}>
          <ol className="stock-problems">
            {problems.map(({ row, column, problem }) => (
              <li key={`${row} ${column}`}>{t('stock.entry.problem', [row, labels(column), problemText(problem)])}</li>
            ))}
          </ol>
        </Callout>
      )}
    </Sheet>
  )
}
