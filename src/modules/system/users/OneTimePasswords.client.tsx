import { Button, Callout } from '@blueprintjs/core'
import { DownloadIcon, DuplicateIcon } from '@blueprintjs/icons'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { FirstPassword } from '#src/define/accounts.ts'

/** Cells are quoted, and none begins a formula. */
const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""').replace(/^[=+@-]/, "'$&")}"`).join(',')).join('\r\n')}`

/** One-time passwords, shown once: one to be read out, or many to be downloaded. */
export function OneTimePasswords({
  list,
  onClose,
}: {
  readonly list: readonly FirstPassword[]
  readonly onClose: () => void
}) {
  const t = useT()
  const [first] = list
  if (first === undefined) return null
  const head = [t('records.user.fields.username'), t('records.user.fields.name'), t('user.oneTime')]
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(first.password)
    toast('success', t('user.copied'))
  }
  const download = (): void =>
    saveBlob(
      new Blob([csvOf([head, ...list.map((one) => [one.username, one.name, one.password])])], { type: 'text/csv' }),
      'passwords.csv',
    )
  return (
    <Sheet
      title={list.length === 1 ? t('user.oneTimeOf', [first.name, first.username]) : t('user.oneTime')}
      shape="dialog"
      onClose={onClose}
      footer={<Button intent="primary" text={t('user.done')} onClick={onClose} />}
    >
      <Callout intent="warning" className="form-notice">
        {list.length === 1 ? t('user.oneTimeHint') : t('user.oneTimeMany', [list.length])}
      </Callout>
      {list.length === 1 ? (
        <div className="one-time">
          <output className="one-time-password">{first.password}</output>
          <Button icon={<DuplicateIcon />} text={t('user.copy')} onClick={() => ignoreApiError(copy())} />
        </div>
      ) : (
        <>
          <Button icon={<DownloadIcon />} text={t('user.download')} onClick={download} />
          <DataTable
            look={{ compact: true, striped: true }}
            region={{ className: 'one-time-list', label: t('user.oneTime') }}
            rows={list}
            keyOf={({ username }) => username}
            columns={(['username', 'name', 'password'] as const).map((name, at) => ({
              name,
              head: head[at],
              ...(name === 'password' && { cellClass: 'one-time-cell' }),
              cell: (one: (typeof list)[number]) => one[name],
            }))}
          />
        </>
      )}
    </Sheet>
  )
}
