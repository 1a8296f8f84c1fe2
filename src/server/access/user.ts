import { sql } from 'kysely'
import { nameIn } from '#src/define/bilingual.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import type { Base } from '#src/define/server.ts'

/** The person's own data in user_info, under the names of the specification (§3). */
export interface UserInfo {
  readonly id: number
  readonly username: string
  readonly name: string
  readonly avatar: string
  readonly email: string
  readonly mobile: string
  readonly gender: number
  readonly pwd_change_count: number
}

/** One's own data. */
export async function readUser(base: Base, userId: number, language: Language): Promise<UserInfo> {
  const { rows } = await sql<
    Omit<UserInfo, 'pwd_change_count' | 'gender'> & { nameEn: string; gender: string; pwdChangeCount: number }
  >`
    select id, username, name, name_en, avatar, email, mobile, gender, pwd_change_count from app_user where id = ${userId}`.execute(
    base.db,
  )
  if (!rows[0]) throw notFound()
  const { pwdChangeCount, nameEn, gender, ...user } = rows[0]
  return {
    ...user,
    gender: Number(gender),
    name: nameIn(language, { name: user.name, nameEn }),
    pwd_change_count: pwdChangeCount,
  }
}
