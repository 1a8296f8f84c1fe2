import type { ReactNode } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'

/** What stands above every page of this document. */
export function Head({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  const t = useT()
  return (
    <header className="count-head">
      <div>
        <h1>{title}</h1>
        <a href="/stockmanage/inAndOutManage?tab=counts">{t('stock.phone.leave')}</a>
      </div>
      {children}
    </header>
  )
}
