import { Alert } from '@blueprintjs/core'
import { useState } from 'react'
import { t } from '#src/client/platform/i18n/index.ts'
import type { Question } from './confirm.ts'
import { showDialog } from './DialogHost.tsx'
import '#src/client/platform/theme/rest.ts'

/** Puts the question on the screen and waits for the answer. */
export function ask(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const end = showDialog(<Asking question={question} onAnswer={resolve} onClosed={() => end()} />)
  })
}

function Asking({
  question,
  onAnswer,
  onClosed,
}: {
  readonly question: Question
  readonly onAnswer: (yes: boolean) => void
  readonly onClosed: () => void
}) {
  const [open, setOpen] = useState(true)
  return (
    <Alert
      isOpen={open}
      intent={question.intent ?? 'primary'}
      confirmButtonText={question.confirmText ?? t('common.confirm')}
      {...(question.isNotice === true ? {} : { cancelButtonText: t('common.cancel'), canEscapeKeyCancel: true })}
      onClose={(yes) => {
        setOpen(false)
        onAnswer(yes)
      }}
      onClosed={onClosed}
    >
      <p>{question.text}</p>
    </Alert>
  )
}
