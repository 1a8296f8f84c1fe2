import { Callout } from '@blueprintjs/core'
import { sizeText } from '#src/client/components/forms/upload.ts'
import { dateText } from '#src/client/components/ui/format.ts'
import { DateText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { BackupState } from '#src/define/answers/backups.ts'
import { usePlan } from './backup-calls.client.tsx'

/** The first line of the page: how far back a loss would throw the bureau, and whether that was ever tried. */
export function BackupVerdict({ state, hasBackups }: { readonly state: BackupState; readonly hasBackups: boolean }) {
  const t = useT()
  const plan = usePlan()
  const { restorableTo, provedAt, isLate, isUnproved, drillMinutes, folder, copyTo, freeBytes } = state
  const title =
    restorableTo === null
      ? t('backups.state.nothing')
      : provedAt === null
        ? t('backups.state.restorable', [dateText(restorableTo)])
        : t('backups.state.good', [dateText(restorableTo), dateText(provedAt)])
  const [next] = plan.data?.next ?? []
  return (
    <Callout
      className="backup-verdict"
      intent={isLate || isUnproved ? 'danger' : 'success'}
      role="status"
      title={title}
    >
      {isLate ? <p>{t(hasBackups ? 'backups.state.late' : 'backups.state.none')}</p> : null}
      {isUnproved && restorableTo !== null ? <p>{t('backups.state.unproved')}</p> : null}
      {drillMinutes === null ? null : <p>{t('backups.state.drill', [drillMinutes])}</p>}
      <dl>
        <div>
          <dt>{t('backups.state.next')}</dt>
          <dd>
            <DateText value={next} />
          </dd>
        </div>
        <div>
          <dt>{t('backups.state.place')}</dt>
          <dd>
            <code>{folder}</code>
          </dd>
        </div>
        <div>
          <dt>{t('backups.state.copy')}</dt>
          <dd>{copyTo === null ? t('backups.state.noCopy') : <code>{copyTo}</code>}</dd>
        </div>
        {freeBytes === null ? null : (
          <div>
            <dt>{t('backups.state.free')}</dt>
            <dd>{sizeText(freeBytes)}</dd>
          </div>
        )}
      </dl>
    </Callout>
  )
}
