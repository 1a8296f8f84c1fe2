import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { sizeText } from '#src/client/components/forms/upload.ts'
import type { Column } from '#src/client/components/table/column.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import {
  Chip,
  DateText,
  EmptyState,
  MenuButton,
  type MenuButtonItem,
  NoValue,
} from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { ShownBackup } from '#src/define/answers/backups.ts'
import { BackupDetail } from './BackupDetail.client.tsx'
import { useBackupActions } from './backup-calls.client.tsx'
import { DownloadDialog } from './DownloadDialog.client.tsx'

export type ProofState = 'none' | 'sound' | 'broken'
export const proofOf = ({ trials: [last] }: ShownBackup): ProofState =>
  last === undefined ? 'none' : last.isSound ? 'sound' : 'broken'
export const proofColors = { none: null, sound: 'success', broken: 'error' } as const

/** The backups of the folder, newest first. */
export function BackupList({ backups }: { readonly backups: readonly ShownBackup[] }) {
  const t = useT()
  const may = useMayCheck()
  const { verify, remove } = useBackupActions()
  const [shown, setShown] = useState<string | null>(null)
  const [fetched, setFetched] = useState<string | null>(null)
  const itemsOf = (backup: ShownBackup): readonly MenuButtonItem[] => [
    ...(may('backup:Verify') ? [{ text: t('backups.verify'), onClick: () => ignoreApiError(verify(backup)) }] : []),
    ...(may('backup:Download') ? [{ text: t('backups.download'), onClick: () => setFetched(backup.name) }] : []),
    ...(may('backup:Delete') && !backup.isProtected
      ? [{ text: t('backups.remove'), intent: 'danger' as const, onClick: () => ignoreApiError(remove(backup)) }]
      : []),
  ]
  const columns: Column<ShownBackup>[] = [
    {
      name: 'takenAt',
      head: t('backups.takenAt'),
      cell: (backup) => (
        <button type="button" className="list-open" title={backup.name} onClick={() => setShown(backup.name)}>
          {backup.takenAt === null ? backup.name : <DateText value={backup.takenAt} />}
        </button>
      ),
    },
    {
      name: 'proof',
      head: t('backups.proof'),
      cell: (backup) => <Proof backup={backup} />,
    },
    {
      name: 'trigger',
      head: t('backups.trigger'),
      cell: ({ trigger }) => (trigger === null ? <NoValue /> : t(`backups.triggers.${trigger}`)),
    },
    { name: 'size', head: t('backups.size'), isRight: true, cell: ({ size }) => sizeText(size) },
    {
      name: 'content',
      head: t('backups.content'),
      cell: ({ rows, files }) =>
        rows === null || files === null ? <NoValue /> : t('backups.contentOf', [rows.toLocaleString('en'), files]),
    },
    {
      name: 'minutes',
      head: t('backups.minutes'),
      isRight: true,
      cell: ({ minutes }) => (minutes === null ? <NoValue /> : t('backups.minutesOf', [minutes])),
    },
    {
      name: 'copy',
      head: t('backups.copy'),
      cell: ({ copy }) =>
        copy === null ? (
          <span className="backup-soft">{t('backups.copies.none')}</span>
        ) : (
          <Chip color={copy.problem === null ? 'success' : 'error'}>
            {t(copy.problem === null ? 'backups.copies.whole' : 'backups.copies.failed')}
          </Chip>
        ),
      cellTitle: ({ copy }) => copy?.problem ?? copy?.folder,
    },
    {
      name: 'keep',
      head: t('backups.keep'),
      cell: ({ isProtected, isNextToGo }) => (
        <span className="backup-soft">
          {t(`backups.keeps.${isProtected ? 'protected' : isNextToGo ? 'next' : 'kept'}`)}
        </span>
      ),
    },
    { name: 'remark', head: t('backups.remark'), cell: ({ remark }) => (remark === '' ? <NoValue /> : remark) },
    {
      name: ' actions',
      head: t('records.list.actions'),
      className: 'list-actions',
      cell: (backup) => {
        const items = itemsOf(backup)
        return items.length === 0 ? null : (
          <MenuButton label={t('backups.actionsOf', [backup.takenAt ?? backup.name])} items={items} />
        )
      },
    },
  ]
  const detail = backups.find(({ name }) => name === shown)
  if (backups.length === 0) return <EmptyState title={t('backups.empty')} text={t('backups.emptyHint')} />
  return (
    <>
      <DataTable
        className="list-table"
        look={{ interactive: true }}
        region={{ className: 'list-scroll is-alone', label: t('backups.tabs.list') }}
        rows={backups}
        keyOf={({ name }) => name}
        columns={columns}
      />
      {detail === undefined ? null : <BackupDetail backup={detail} onClose={() => setShown(null)} />}
      {fetched === null ? null : <DownloadDialog name={fetched} onClose={() => setFetched(null)} />}
    </>
  )
}

function Proof({ backup }: { readonly backup: ShownBackup }) {
  const t = useT()
  const [last] = backup.trials
  const proof = proofOf(backup)
  return (
    <span className="backup-proof">
      <Chip color={proofColors[proof]}>{t(`backups.proofs.${proof}`)}</Chip>
      {last === undefined ? null : <DateText value={last.at} />}
    </span>
  )
}
