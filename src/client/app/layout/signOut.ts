import { confirmDialog } from '#src/client/components/ui/index.ts'
import { t } from '#src/client/platform/i18n/index.ts'
import { session } from '#src/client/platform/session/index.ts'
import { settlePending } from '#src/client/tickets/actor/pending.ts'

/** Signs out once every decision of the person has been sent; where one could not be, only after a question. */
export async function signOut(): Promise<void> {
  if ((await settlePending()) || (await confirmDialog({ text: t('layout.confirmUnsent') })))
    session.send({ type: 'SIGN_OUT' })
}

/** {@link signOut} after a question. */
export async function askSignOut(): Promise<void> {
  if (await confirmDialog({ text: t('layout.confirmSignOut') })) await signOut()
}
