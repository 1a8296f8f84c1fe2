import { Button, Callout } from '@blueprintjs/core'
import { DuplicateIcon } from '@blueprintjs/icons'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { Chip, DateText, NoValue, toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { ShownBackup } from '#src/define/answers/backups.ts'

/** What is known of a backup: its trials with their minutes, its sum, and the command that restores it (BKP-06). */
export function BackupDetail({ backup, onClose }: { readonly backup: ShownBackup; readonly onClose: () => void }) {
  const t = useT()
  const { name, sha256, copy, trials, command, isRecordUnreadable, takenAt } = backup
  const copyCommand = async (): Promise<void> => {
    await navigator.clipboard.writeText(command)
    toast('success', t('backups.copied'))
  }
  return (
    <Sheet isLight shape="drawer" title={t('backups.detail')} onClose={onClose}>
      {isRecordUnreadable || takenAt === null ? (
        <Callout intent="warning" className="form-notice">
          {t(isRecordUnreadable ? 'backups.unreadable' : 'backups.noRecord')}
        </Callout>
      ) : null}
      <dl className="backup-facts">
        <dt>{t('backups.name')}</dt>
        <dd>
          <code>{name}</code>
        </dd>
        <dt>{t('backups.sha256')}</dt>
        <dd>{sha256 === null ? <NoValue /> : <code>{sha256}</code>}</dd>
        <dt>{t('backups.copy')}</dt>
        <dd>{copy === null ? t('backups.copies.none') : <code>{copy.folder}</code>}</dd>
        {copy === null || copy.problem === null ? null : (
          <>
            <dt>{t('backups.copies.failed')}</dt>
            <dd>
              <code>{copy.problem}</code>
            </dd>
          </>
        )}
      </dl>
      <h3 className="backup-head">{t('backups.trials')}</h3>
      {trials.length === 0 ? (
        <p className="backup-soft">{t('backups.noTrials')}</p>
      ) : (
        <DataTable
          className="backup-trials"
          look={{ compact: true }}
          rows={trials}
          keyOf={({ at }, index) => `${at} ${index}`}
          columns={[
            { name: 'at', head: t('backups.trialAt'), cell: ({ at }) => <DateText value={at} /> },
            { name: 'by', head: t('backups.run.kind'), cell: ({ by }) => t(`backups.trialBy.${by}`) },
            {
              name: 'minutes',
              head: t('backups.minutes'),
              isRight: true,
              cell: ({ minutes }) => t('backups.minutesOf', [minutes]),
            },
            {
              name: 'result',
              head: t('backups.result'),
              cell: ({ isSound, problem }) => (
                <>
                  <Chip color={isSound ? 'success' : 'error'}>
                    {t(isSound ? 'backups.proofs.sound' : 'backups.proofs.broken')}
                  </Chip>
                  {problem === null ? null : <code className="backup-problem">{problem}</code>}
                </>
              ),
            },
          ]}
        />
      )}
      <h3 className="backup-head">{t('backups.command')}</h3>
      <p className="backup-soft">{t('backups.commandHint')}</p>
      <div className="backup-command">
        <code>{command}</code>
        <Button
          icon={<DuplicateIcon />}
          text={t('backups.copyCommand')}
          onClick={() => ignoreApiError(copyCommand())}
        />
      </div>
    </Sheet>
  )
}
