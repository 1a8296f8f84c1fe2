import { prerender } from 'react-dom/static'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { needTexts } from '#src/client/platform/i18n/index.ts'
import type { AccessCheck } from '#src/define/answers/access.ts'
import { AccessAnswer } from '#src/modules/system/roles/AccessAnswer.client.tsx'
import en from '#src/modules/system/roles/role.en.ts'
import zhHans from '#src/modules/system/roles/role.zhHans.ts'
import './first-texts.ts'

vi.hoisted(() => vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined })))
// Nobody is signed in: the answer is drawn from what it is given.
vi.mock('#src/client/platform/session/session.ts', () => ({ session: {} }))

const held: AccessCheck = {
  person: { id: 31, name: '姜示甲', deptName: '后勤服务科', roles: ['普通民警', '部门领导'] },
  target: { kind: 'page', title: '行政维修', address: '/maintenance' },
  isAllowed: true,
  verdict: '姜示甲可以使用：所持角色授予了所需权限',
  permissions: [
    {
      permission: 'maintenance:Search',
      name: '行政维修 · 查询',
      scope: '部门：后勤服务科',
      roles: [{ name: '部门领导', scope: '部门：后勤服务科' }],
      grantedBy: ['部门领导', '警保内勤'],
    },
  ],
  limits: [],
}
const missing: AccessCheck = {
  ...held,
  isAllowed: false,
  verdict: '姜示甲不能使用：没有所需权限',
  permissions: held.permissions.map((one) => ({ ...one, scope: null, roles: [] })),
  limits: ['持有管理员角色'],
}

async function shown(check: AccessCheck): Promise<string> {
  const { prelude } = await prerender(<AccessAnswer check={check} />)
  return (await new Response(prelude).text()).replace(/<!--.*?-->/g, '').replace(/<[^>]*>/g, '|')
}

describe('the answer of the check of access (60.2)', () => {
  beforeAll(() => needTexts({ zhHans: async () => ({ default: zhHans }), en: async () => ({ default: en }) }))

  it('names the decision, the role that grants it and the rows it reaches', async () => {
    const text = await shown(held)
    for (const part of ['可以使用', '所持角色授予了所需权限', '部门领导（部门：后勤服务科）', '已授权'])
      expect(text).toContain(part)
    expect(text).not.toContain('可授予该权限的角色')
  })

  it('names what is missing, the roles that grant it and what bounds besides', async () => {
    const text = await shown(missing)
    for (const part of [
      '不能使用',
      '未授权',
      '可授予该权限的角色',
      '部门领导、警保内勤',
      '限制与说明',
      '持有管理员角色',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('授权来源')
  })
})
