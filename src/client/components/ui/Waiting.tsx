import { Spinner, type SpinnerProps } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'

/** Blueprint's spinner, named in the reader's language. */
export function Waiting(props: Pick<SpinnerProps, 'size' | 'className'>) {
  const t = useT()
  return <Spinner {...props} aria-label={t('common.loading')} />
}
