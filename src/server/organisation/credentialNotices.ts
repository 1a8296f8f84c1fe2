import { sql } from 'kysely'
import type { BilingualName } from '#src/define/bilingual.ts'
import type { TextParam } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { guardians } from '#src/server/audit/guardians.ts'

/** What a security administrator gave somebody anew. */
export type Credential = 'passwordReset' | 'secondFactorReset'

/** Who acts, and on whose account. */
interface Parties {
  readonly by: number
  readonly of: number
}

const bothNames = ({ name, nameEn }: BilingualName): TextParam => ({ zhHans: name, en: nameEn === '' ? name : nameEn })

/** The next leader above a person: of the own department, or of one above where that is the person or missing. */
async function leaderAbove(unit: UnitOfWork, userId: number): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive up as (
      select d.id, d.parent, d.leader_id, 1 as level from department d join app_user u on u.dept_id = d.id where u.id = ${userId}
      union all select d.id, d.parent, d.leader_id, up.level + 1 from department d join up on d.id = up.parent where up.level < 50)
    select leader_id as id from up where leader_id <> ${userId} order by level limit 1`.execute(unit.db)
  return rows.map(({ id }) => id)
}

async function namesOf(unit: UnitOfWork, { by, of }: Parties): Promise<readonly TextParam[]> {
  const { rows } = await sql<BilingualName & { id: number }>`
    select id, name, name_en from app_user where id in (${by}, ${of})`.execute(unit.db)
  return [by, of].flatMap((id) => rows.filter((row) => row.id === id).map(bothNames))
}

/**
 * Tells the owner, and the owner's leader, the other security administrators and the auditors with both names: whoever resets a
 * password could sign in with it, and the owner may notice too late (SYS-131, SYS-138).
 */
export async function announceReset(unit: UnitOfWork, credential: Credential, parties: Parties): Promise<void> {
  const { by, of } = parties
  unit.notify({ to: [of], contentType: 'SYSTEM', title: { key: `notice.${credential}` } })
  const informed = [...(await guardians(unit)), ...(await leaderAbove(unit, of))]
  const others = [...new Set(informed)].filter((id) => id !== by && id !== of)
  unit.notify({
    to: others,
    contentType: 'SYSTEM',
    title: { key: `notice.${credential}Of`, params: await namesOf(unit, parties) },
  })
}

/** Tells the owner and the owner's leader that a reset waits for a second person (SYS-138). */
export async function announceResetProposal(unit: UnitOfWork, credential: Credential, parties: Parties): Promise<void> {
  const to = [parties.of, ...(await leaderAbove(unit, parties.of))].filter((id) => id !== parties.by)
  unit.notify({
    to,
    contentType: 'SYSTEM',
    title: { key: `notice.${credential}Proposed`, params: await namesOf(unit, parties) },
  })
}
