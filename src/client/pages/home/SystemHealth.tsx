import { Link } from 'react-router-dom'
import { Chip, DateText } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import type { SystemHealth as Health } from '#src/define/answers/home.ts'
import { Counter } from './Counter.tsx'
import { useSystemHealth } from './queries.ts'
import { Widget } from './Widget.tsx'

/** Percent of the disk from which little is left. */
const FULL_PERCENT = 90

/** Last backup, failed jobs, people online and the disk, for system administrators (10.2). */
export function SystemHealth() {
  return useMay('job:Search') ? <SystemHealthCard /> : null
}

export function SystemHealthCard() {
  const t = useT()
  return (
    <Widget title={t('home.sysHealth')} className="widget-side" query={useSystemHealth()}>
      {(health) => (
        <>
          <ul className="counters">
            <Counter count={health.failedJobs} label={t('home.health.failedJobs')} to="/system/job" />
          </ul>
          <dl className="health">
            <dt>
              <Link to="/databackup">{t('home.health.backup')}</Link>
            </dt>
            <dd>
              <LastBackup health={health} />
            </dd>
            <dt>{t('home.health.online')}</dt>
            <dd>{health.online}</dd>
            {health.diskUsed === null ? null : (
              <>
                <dt>{t('home.health.disk')}</dt>
                <dd>
                  <Chip color={health.diskUsed >= FULL_PERCENT ? 'error' : null}>{`${health.diskUsed}%`}</Chip>
                </dd>
              </>
            )}
          </dl>
        </>
      )}
    </Widget>
  )
}

/** When the newest backup was made, and what is wrong with it. */
function LastBackup({ health: { backupAt, isBackupLate, isBackupUnproved } }: { readonly health: Health }) {
  const t = useT()
  if (backupAt === null) return <Chip color="error">{t('home.health.noBackup')}</Chip>
  return (
    <>
      <DateText value={backupAt} /> {isBackupLate ? <Chip color="error">{t('home.health.backupLate')}</Chip> : null}{' '}
      {isBackupUnproved ? <Chip color="error">{t('home.health.backupUnproved')}</Chip> : null}
    </>
  )
}
