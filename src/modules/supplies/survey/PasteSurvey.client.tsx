import { Button, Callout, TextArea } from '@blueprintjs/core'
import { useId, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { PasteProblem } from './survey.types.ts'

interface Props {
  readonly surveyId: number
  readonly onClose: () => void
  readonly onTaken: () => void
}

/** Sizes from a spreadsheet: every mistake is shown with its row and column, and nothing is taken while there is one. */
export function PasteSurvey({ surveyId, onClose, onTaken }: Props) {
  const t = useT()
  const id = useId()
  const problemText = useProblemText()
  const [text, setText] = useState('')
  const [problems, setProblems] = useState<readonly PasteProblem[]>([])
  const [isBusy, setBusy] = useState(false)
  const take = async (): Promise<void> => {
    setBusy(true)
    try {
      const answer = await api.post(`/api/clothing/survey/${surveyId}/paste/`, { text }, { key: newKey() })
      setProblems(answer.problems)
      if (answer.problems.length > 0) return
      toast('success', t('survey.taken', [answer.taken]))
      onTaken()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      title={t('survey.paste')}
      shape="dialog"
      onClose={onClose}
      footer={
        <>
          <Button text={t('common.cancel')} onClick={onClose} />
          <BusyButton
            intent="primary"
            text={t('survey.take')}
            isBusy={isBusy}
            disabled={isBlank(text)}
            onClick={() => ignoreApiError(take())}
          />
        </>
      }
    >
      <p id={`${id}-hint`}>{t('survey.pasteText')}</p>
      <TextArea
        fill
        autoFocus
        className="survey-paste"
        aria-label={t('survey.pasteArea')}
        aria-describedby={`${id}-hint`}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {problems.length === 0 ? null : (
        <Callout compact intent="danger" role="alert" title={t('survey.problems', [problems.length])}>
          <ol className="survey-problems">
            {problems.map(({ row, column, problem }) => (
              <li key={`${row} ${column}`}>{t('survey.problem', [row, column, problemText(problem)])}</li>
            ))}
          </ol>
        </Callout>
      )}
    </Sheet>
  )
}
