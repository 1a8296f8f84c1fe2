import { sql } from 'kysely'
import type { UnitOfWork } from '#src/define/server.ts'

/** Calls of the product that are open by themselves, listed so that everybody sees them (60.11): `[path, method, reason]`. */
export const shippedCalls: readonly (readonly [url: string, method: string, reason: string])[] = [
  ['/api/init/settings/', '0', '启动参数（登录前需要）'],
  ['/api/init/dictionary/', '0', '字典（登录前需要）'],
  ['/api/login/', '1', '登录'],
  ['/api/captcha/', '0', '登录验证码'],
  ['/token/refresh/', '1', '更新令牌'],
]

export async function seedWhiteList(unit: UnitOfWork): Promise<void> {
  const now = unit.clock.now()
  const rows = shippedCalls.map(([url, method, reason]) => ({ url, method, reason }))
  await sql`
    insert into white_list (url, method, need_login, data_scope_on, reason, shipped, created_at, updated_at)
    select c.url, c.method, false, true, c.reason, true, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(url text, method text, reason text)
    on conflict (url, method) where deleted_at is null do nothing`.execute(unit.db)
}
