import { useEffect } from 'react'
import { useT } from '#src/client/i18n/index.ts'

/** Names the browser tab: `<title> · <product>`. */
export function useTitle(title: string): void {
  const t = useT()
  useEffect(() => {
    document.title = `${title} · ${t('common.product')}`
  }, [title, t])
}
