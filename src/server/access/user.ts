import { sql } from 'kysely'
import type { UserInfo } from '#src/define/answers/access.ts'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** How often the password was changed, as clients of the API family read it: 0 asks for a change, so nothing else may be 0. */
export const passwordChanges = (count: number, isDue: boolean): number => (isDue ? 0 : Math.max(1, count))

/** One's own data; whoever has to change the password first does not get here. */
export async function readUser(unit: UnitOfWork, userId: number, language: Language): Promise<UserInfo> {
  const { rows } = await sql<
    Omit<UserInfo, 'pwd_change_count' | 'gender'> & { nameEn: string; gender: string; pwdChangeCount: number }
  >`
    select id, username, name, name_en, avatar, email, mobile, gender, pwd_change_count from app_user where id = ${userId}`.execute(
    unit.db,
  )
  if (!rows[0]) throw notFound()
  const { pwdChangeCount, nameEn, gender, ...user } = rows[0]
  return {
    ...user,
    gender: Number(gender),
    name: nameIn(language, { name: user.name, nameEn }),
    pwd_change_count: passwordChanges(pwdChangeCount, false),
  }
}
