/** 70.3: 32 vendors, 2 of them suspended and 1 blacklisted. */
import { sql } from 'kysely'
import { addDays } from '#src/define/days.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import { secrets } from '#src/define/services.ts'

const VENDORS = 32
const trades = ['isMaintenance', 'isCarRepair', 'isCanteen', 'isPrint'] as const
const family = '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨'

const paper = (trade: (typeof trades)[number]): string =>
  ({
    isMaintenance: '特种设备安装改造修理许可证',
    isCarRepair: '机动车维修经营备案证明',
    isCanteen: '食品经营许可证',
    isPrint: '印刷经营许可证',
  })[trade]

export async function seedVendors(unit: UnitOfWork): Promise<void> {
  const [now, today] = [unit.clock.now(), unit.clock.today()]
  const vault = unit.service(secrets)
  const rows = Array.from({ length: VENDORS }, (_, index) => {
    const no = index + 1
    // 05 of S07 repairs elevators; its permit is valid, and that of 09 has run out.
    const trade = trades[index % trades.length] ?? 'isMaintenance'
    const validTo = addDays(today, no === 9 ? -20 : no === 13 ? 18 : 120 + ((no * 53) % 700))
    const state = no === 30 ? 'blacklisted' : no === 27 || no === 31 ? 'suspended' : 'active'
    return {
      name: `示例供应商${String(no).padStart(2, '0')}`,
      code: `91320100MA${String(10_000_000 + no * 7919)}`,
      person: `${family[index % family.length]}示${'甲乙丙丁戊己庚辛'[index % 8]}`,
      mobile: `1${String(1_000 + no).padStart(10, '0')}`,
      account: vault.seal(`62000000000000000${String(no).padStart(2, '0')}`),
      trade,
      qualifications: [{ name: paper(trade), validTo, file: null }],
      due: validTo,
      state,
      reason:
        state === 'active' ? null : state === 'suspended' ? '资质复核期间暂停合作' : '履约中提供虚假材料，列入黑名单',
      until: state === 'blacklisted' ? addDays(today, 700) : null,
    }
  })
  await sql`
    insert into vendor (name, credit_code, legal_person, contact, mobile, bank_name, bank_account, is_car_repair, is_maintenance, is_canteen, is_print, qualifications, next_expiry, state, state_reason,
      state_until, created_at, updated_at)
    select g.name, g.code, g.person, g.person, g.mobile, '示例银行', g.account, g.trade = 'isCarRepair', g.trade = 'isMaintenance', g.trade = 'isCanteen', g.trade = 'isPrint', g.qualifications, g.due,
      g.state, g.reason, g.until, ${now}::timestamptz, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(name text, code text, person text, mobile text, account text, trade text, qualifications jsonb, due date, state text, reason text, until date)
    order by g.name`.execute(unit.db)
}
