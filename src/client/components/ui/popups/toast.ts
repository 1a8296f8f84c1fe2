import { t } from '#src/client/platform/i18n/index.ts'

/** Milliseconds a toast stays (specification §9). */
export const TOAST_TIMEOUT = 5_000

/** The four kinds and their headings: 通知, 异常, 成功, 提示. */
export type ToastKind = 'info' | 'danger' | 'success' | 'warning'

export interface ToastOptions {
  readonly action?: { readonly text: string; readonly onClick: () => void }
  /** Stands behind the heading: what it is about. */
  readonly topic?: string
  /** Several of one group in a row become one: "10 approved". */
  readonly many?: { readonly group: string; readonly text: (count: number) => string }
}

/** The toast that stands, as far as the next one asks. */
export interface Standing {
  readonly group: string | null
  readonly count: number
  /** Milliseconds, of any clock. */
  readonly at: number
}

/** What stands after another toast was asked for: one more of the same group while the last is still seen, or the first of its own. */
export function nextStanding(last: Standing | null, group: string | null, at: number): Standing {
  const isMore = last !== null && group !== null && last.group === group && at - last.at < TOAST_TIMEOUT
  return { group, at, count: isMore ? last.count + 1 : 1 }
}

let standing: Standing | null = null

/** Shows a toast in place of the one that stands. The toaster is loaded at its first use. Headings that only name the kind are for screen readers: icon and colour show it. */
export function toast(kind: ToastKind, text: string, { action, topic, many }: ToastOptions = {}): void {
  standing = nextStanding(standing, many?.group ?? null, performance.now())
  const shown = many !== undefined && standing.count > 1 ? many.text(standing.count) : text
  const heading = topic === undefined ? t(`toast.${kind}`) : t('toast.about', [t(`toast.${kind}`), topic])
  const isHeaded = topic !== undefined || kind === 'info' || kind === 'danger'
  void import('./toaster.tsx').then(({ showToast }) =>
    showToast({ kind, heading, isHeaded, text: shown, ...(action ? { action } : {}) }),
  )
}
