/** Reminds the system administrators each morning while the bureau could not be restored as it should be. */
import type { JobDefinition } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { knownBackups } from './place.ts'
import { judge, MAX_AGE_HOURS, MAX_PROOF_DAYS } from './verdict.ts'

export const warnOfBackups = ({ backups: { folder } }: Services): JobDefinition => ({
  name: 'backup.watch',
  every: { at: '08:00', missed: 'once' },
  async run(unit) {
    const { isLate, isUnproved } = judge(await knownBackups(folder), unit.clock.now())
    if (!isLate && !isUnproved) return
    const title = isLate
      ? ({ key: 'notice.backupLate', params: [MAX_AGE_HOURS] } as const)
      : ({ key: 'notice.backupUnproved', params: [MAX_PROOF_DAYS] } as const)
    unit.notify({ to: await unit.usersWithRole('sysAdmin'), contentType: 'REMIND', title, link: '/databackup' })
  },
})
