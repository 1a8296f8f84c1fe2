import { useT } from '#src/client/platform/i18n/index.ts'

/** The product's mark: a shield with a tick. */
export function Mark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg className="mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 2 28 6v9.2C28 22.6 23 28 16 30 9 28 4 22.6 4 15.2V6z" fill="var(--primary)" />
      <path d="M16 2v28C9 28 4 22.6 4 15.2V6z" fill="rgb(0 0 0 / 10%)" />
      <path
        d="m10.5 16 4 4 7.5-8"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

/** Mark and name. */
export function Brand() {
  const t = useT()
  return (
    <span className="brand">
      <Mark />
      <span className="brand-name">{t('common.product')}</span>
    </span>
  )
}
