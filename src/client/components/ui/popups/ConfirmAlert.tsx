import { Alert } from '@blueprintjs/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { t } from '#src/client/platform/i18n/index.ts'
import type { Question } from './confirm.ts'
import '#src/client/platform/theme/rest.ts'

/** Puts the question on the screen and waits for the answer. */
export function ask(question: Question): Promise<boolean> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  return new Promise((resolve) => {
    root.render(
      <Asking
        question={question}
        onAnswer={resolve}
        onClosed={() => {
          // Not while React is still drawing the end of the transition.
          setTimeout(() => {
            root.unmount()
            host.remove()
          })
        }}
      />,
    )
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
