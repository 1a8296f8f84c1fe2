import { t } from '#src/client/platform/i18n/index.ts'

/** Milliseconds a toast stays (specification §9). */
export const TOAST_TIMEOUT = 5_000

/** The four kinds and their headings: 通知, 异常, 成功, 提示. */
export type ToastKind = 'info' | 'danger' | 'success' | 'warning'

export interface ToastOptions {
  readonly action?: { readonly text: string; readonly onClick: () => void }
  /** Stands behind the heading: what it is about. */
  readonly topic?: string
}

/** Shows a toast; the same kind and text again only renews the one that stands. The toaster is loaded at its first use. */
export function toast(kind: ToastKind, text: string, { action, topic }: ToastOptions = {}): void {
  const heading = topic === undefined ? t(`toast.${kind}`) : t('toast.about', [t(`toast.${kind}`), topic])
  void import('./toaster.tsx').then(({ showToast }) =>
    showToast({ kind, heading, text, ...(action ? { action } : {}) }),
  )
}
