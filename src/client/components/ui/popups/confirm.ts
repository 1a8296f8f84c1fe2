import type { Intent } from '@blueprintjs/core'
import { t } from '#src/client/platform/i18n/index.ts'

/** What is asked before an action. */
export interface Question {
  readonly text: string
  /** Default `primary`; `danger` for what cannot be undone. */
  readonly intent?: Extract<Intent, 'primary' | 'danger' | 'warning'>
  /** Instead of 确认. */
  readonly confirmText?: string
  /** Tells something instead of asking: there is nothing to cancel. */
  readonly isNotice?: boolean
}

/** Questions that stand, or are being loaded. */
const openQuestions = new Set<string>()

/** Asks with 确认 / 取消; Escape is no. The dialog is loaded at its first use. Asked again meanwhile, the same question stands once, and whoever asked again hears no. */
export async function confirmDialog(question: Question): Promise<boolean> {
  if (openQuestions.has(question.text)) return false
  openQuestions.add(question.text)
  try {
    const { ask } = await import('./ConfirmAlert.tsx')
    return await ask(question)
  } finally {
    openQuestions.delete(question.text)
  }
}

/** DEL-STD: `确认删除{0}吗？` */
export function confirmDelete(name: string): Promise<boolean> {
  return confirmDialog({ text: t('common.confirmDelete', [name]), intent: 'danger' })
}
