/** The plan of backups: settings backup.cron and backup.keep, changed with their history (SYS-74). */
import { sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import type { BackupSchedule } from '#src/define/answers/backups.ts'
import { momentText } from '#src/define/days.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Vault } from '#src/server/secrets/vault.ts'
import { changeValues } from '#src/server/settings/configuration.ts'
import { nextMoments } from './moments.ts'

const SHOWN_MOMENTS = 5

/** The plan as it stands, or as another expression would make it. @throws ValidationError for an expression that is none */
export function planOf(unit: UnitOfWork, asked: string | undefined): BackupSchedule {
  const cron = asked ?? unit.settings.string('backup.cron')
  const next = nextMoments(cron, unit.clock.now(), SHOWN_MOMENTS)
  if (next === null && asked !== undefined) throw new ValidationError({ cron: [{ key: 'backup.cron' }] })
  return { cron, keep: unit.settings.number('backup.keep'), next: (next ?? []).map(momentText) }
}

const fields = { 'backup.cron': 'cron', 'backup.keep': 'keep' } as const

/** @throws ValidationError at `cron` or `keep` */
export async function changePlan(
  unit: UnitOfWork,
  vault: Vault,
  access: Access,
  plan: { readonly cron: string; readonly keep: number },
): Promise<void> {
  const { rows } = await sql<{ id: number; key: keyof typeof fields; version: number }>`
    select id, key, version from config_item where key in ('backup.cron', 'backup.keep') order by id`.execute(unit.db)
  const changes = rows.map(({ id, key, version }) => ({ id, version, value: plan[fields[key]] }))
  try {
    await changeValues(unit, vault, access, changes)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(
      Object.fromEntries(
        Object.entries(error.problems).map(([path, problems]) => [path.includes('keep') ? 'keep' : 'cron', problems]),
      ),
    )
  }
}
