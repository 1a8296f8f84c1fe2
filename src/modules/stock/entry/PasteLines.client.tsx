import { Button, Callout, TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { FormData } from '#src/fields/field.ts'
import type { EntryKind, SheetProblem } from './entry.types.ts'
import type { tooMany } from './scanned.ts'
import { MAX_SHEET_ROWS, sheetColumns } from './sheet.ts'

interface PasteLinesProps {
  readonly kind: EntryKind
  readonly warehouseId: number
  /** Says of how many rows there are too many; null where they fit. */
  readonly refuse: (pasted: number) => ReturnType<typeof tooMany>
  readonly labels: (column: string) => string
  readonly onLines: (lines: readonly FormData[]) => void
  readonly onClose: () => void
}

/** Takes what was copied from a spreadsheet; every mistake is told with its row, and nothing is taken while there is one. */
export function PasteLines({ kind, warehouseId, refuse, labels, onLines, onClose }: PasteLinesProps) {
  const t = useT()
  const id = useId()
  const problemText = useProblemText()
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly SheetProblem[]>([])
  const [excess, setExcess] = useState<ReturnType<typeof tooMany>>(null)
  const [isReading, setReading] = useState(false)
  const read = async (): Promise<void> => {
    setReading(true)
    try {
      const answer = await api.post('/api/stock/lines/read/', { kind, warehouseId, text }, { key: newKey() })
      setProblems(answer.problems)
      const refused = answer.problems.length === 0 ? refuse(answer.lines.length) : null
      setExcess(refused)
      // All of them or none: the text stays, to be divided.
      if (answer.problems.length === 0 && refused === null) onLines(answer.lines)
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
            disabled={isBlank(text)}
            onClick={() => ignoreApiError(read())}
          />
        </>
      }
    >
      <p id={`${id}-hint`} className="stock-note">
        {t('stock.entry.columns', [sheetColumns[kind].map(labels).join(t('common.listSeparator'))])}
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
      {excess === null ? null : (
        <Callout compact intent="danger" role="alert">
          {t('stock.entry.tooMany', [excess.pasted, excess.present, MAX_SHEET_ROWS, excess.room])}
        </Callout>
      )}
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
