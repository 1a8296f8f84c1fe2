import { Button, Callout } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Offer } from './useUnsaved.ts'

/** Offers what was not saved when the sign-in expired; `of` names the form where it is not the one below. */
export function UnsavedCallout({ offer, of }: { readonly offer: Offer; readonly of?: string }) {
  const t = useT()
  return (
    <Callout intent="warning" compact className="form-notice unsaved" role="status">
      <span>{of === undefined ? t('records.form.unsaved') : t('records.form.unsavedIn', [of])}</span>
      <span className="unsaved-actions">
        <Button size="small" intent="primary" text={t('records.form.restore')} onClick={offer.restore} />
        <Button size="small" variant="minimal" text={t('records.form.discard')} onClick={offer.discard} />
      </span>
    </Callout>
  )
}
