import { sql } from 'kysely'
import type { BilingualName } from '#src/define/bilingual.ts'
import type { TextParam } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { guardians } from '#src/server/audit/guardians.ts'

/** What a security administrator gave somebody anew. */
export type Credential = 'passwordReset' | 'secondFactorReset'

const bothNames = ({ name, nameEn }: BilingualName): TextParam => ({ zhHans: name, en: nameEn === '' ? name : nameEn })

/**
 * Tells the person, and the other security administrators and the auditors with both names: whoever resets a password could sign
 * in with it, and the person may notice too late (SYS-131).
 */
export async function announceReset(
  unit: UnitOfWork,
  credential: Credential,
  { by, of }: { readonly by: number; readonly of: number },
): Promise<void> {
  unit.notify({ to: [of], contentType: 'SYSTEM', title: { key: `notice.${credential}` } })
  const { rows } = await sql<BilingualName & { id: number }>`
    select id, name, name_en from app_user where id in (${by}, ${of})`.execute(unit.db)
  const named = [by, of].flatMap((id) => rows.filter((row) => row.id === id).map(bothNames))
  const others = (await guardians(unit)).filter((id) => id !== by && id !== of)
  unit.notify({ to: others, contentType: 'SYSTEM', title: { key: `notice.${credential}Of`, params: named } })
}
