import { Alert, type Intent } from '@blueprintjs/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { t } from '#src/client/i18n/index.ts'

interface Question {
  readonly text: string
  /** Default `primary`; `danger` for what cannot be undone. */
  readonly intent?: Extract<Intent, 'primary' | 'danger' | 'warning'>
  /** Instead of 确认. */
  readonly confirmText?: string
}

/** Asks with 确认 / 取消; Escape is no. */
export function confirmDialog(question: Question): Promise<boolean> {
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

/** DEL-STD: `确认删除{0}吗？` */
export function confirmDelete(name: string): Promise<boolean> {
  return confirmDialog({ text: t('common.confirmDelete', [name]), intent: 'danger' })
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
      cancelButtonText={t('common.cancel')}
      canEscapeKeyCancel
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
