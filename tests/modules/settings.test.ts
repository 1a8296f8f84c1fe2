import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordName } from '#src/define/names.ts'
import { defineRecord } from '#src/define/record.ts'
import { DEMO_PASSWORD } from '#src/demo/bureau.server.ts'
import { reference } from '#src/fields/field.ts'
import { flushWhiteList } from '#src/server/access/whiteList.ts'
import { dutiesOf } from '#src/server/jobs/duties.ts'
import { enlist, runDueJobs } from '#src/server/jobs/runner.ts'
import { isInUse } from '#src/server/records/checks/usage.ts'
import { recordsOf } from '#src/server/records/records.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { multipart } from '#tests/harness/files.ts'

type Row = Readonly<Record<string, unknown>> & { readonly id: number; readonly version: number }

const emptyModule = {
  name: 'trial',
  messages: { zhHans: {}, en: {} },
  applications: [],
  pages: [],
  permissions: [],
}
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(oneEngine)('the settings pages on %s', (engine) => {
  let app: TestApp
  let admin: Client
  let security: Client
  let staff: Client

  beforeAll(async () => {
    app = await startApp({ engine })
    ;[admin, security, staff] = await Promise.all([app.as('fang54'), app.as('yu55'), app.as('pan42')])
    await enlist(app.services, dutiesOf(app.services))
  })
  afterAll(() => app.close())

  const changesAfter = async (action: () => Promise<unknown>): Promise<readonly string[]> => {
    const before = app.announced.changes.length
    await action()
    return app.announced.changes.slice(before).map((change) => change.record)
  }

  describe('dictionaries (60.5)', () => {
    const ENTRY = '/api/system/dictionary_entry/'
    const entry = (dictionaryKey: string, value: string, more: object = {}) => ({
      dictionaryKey,
      value,
      label: `标签${value}`,
      labelEn: `Label ${value}`,
      ...more,
    })
    const children = async (key: string) =>
      (
        await staff.get<readonly { value: string; label: string; status: boolean; isDefault: boolean; type: number }[]>(
          '/api/init/dictionary/',
          { query: { dictionary_key: key } },
        )
      ).data
    const stored = async (key: string, value: string): Promise<Row> => {
      const { data } = await admin.get<readonly Row[]>(ENTRY, { query: { search: value, limit: '100' } })
      return data.find((row) => row.value === value && row.dictionaryKey === key)!
    }

    it('SYS-51 keeps keys and values of the product; labels, colours and state change; only extensible keys take entries', async () => {
      expect(await admin.post(ENTRY, entry('ticketStatus', 'lost'))).toMatchObject({
        code: 4001,
        errKey: 'rule.SYS-51',
      })
      const made = await admin.post<Row>(ENTRY, entry('maintCategory', 'roof'))
      expect(made).toMatchObject({ code: 2000, data: { value: 'roof', shipped: false } })
      const office = await stored('ticketStatus', 'draft')
      const change = (values: object) => admin.put<Row>(`${ENTRY}${office.id}/`, { ...values, version: office.version })
      expect(await change({ value: 'other' })).toMatchObject({ code: 4000, errors: { value: [expect.any(String)] } })
      expect(await admin.delete(`${ENTRY}${office.id}/`)).toMatchObject({ code: 4001, errKey: 'record.stateInvalid' })
      expect(await change({ label: '拟稿', color: 'info' })).toMatchObject({ code: 2000, data: { label: '拟稿' } })
      expect((await children('ticketStatus')).find((one) => one.value === 'draft')?.label).toBe('拟稿')
      const { data: keys } = await admin.get<readonly Row[]>('/api/system/dictionary/', {
        query: { search: 'ticketStatus' },
      })
      const key = keys.find((one) => one.key === 'ticketStatus')!
      expect(key).toMatchObject({ system: true, extensible: false, entries: 8 })
      expect((await admin.delete(`/api/system/dictionary/${key.id}/`)).code).toBe(4001)
      expect((await admin.put(`/api/system/dictionary/${key.id}/`, { key: 'x1', version: key.version })).code).toBe(
        4000,
      )
    })

    it('SYS-52 wants each value once, a number that is one, and true or false for a boolean', async () => {
      expect(
        await admin.post('/api/system/dictionary/', { key: 'testFlag', name: '测试', nameEn: 'Test', type: '6' }),
      ).toMatchObject({ code: 2000 })
      expect(await admin.post(ENTRY, entry('testFlag', 'yes', { type: '6' }))).toMatchObject({
        code: 4001,
        errKey: 'rule.SYS-52',
        msg: '“yes”不是有效的布尔值',
      })
      expect((await admin.post(ENTRY, entry('testFlag', 'true', { type: '6' }))).code).toBe(2000)
      expect(await admin.post(ENTRY, entry('testFlag', 'true', { type: '6' }))).toMatchObject({ code: 4000 })
      expect((await admin.post(ENTRY, entry('testFlag', '1e', { type: '1' }))).code).toBe(4001)
      expect((await admin.post(ENTRY, entry('testFlag', '-1.5', { type: '1' }))).code).toBe(2000)
      expect((await admin.post(ENTRY, entry('noSuchKey', 'a'))).code).toBe(4000)
    })

    it('SYS-53 a disabled entry is no longer taken in forms and still shown; one in use is not deleted', async () => {
      const made = await admin.post<Row>(ENTRY, entry('sealType', 'guest', { isDefault: true }))
      expect((await children('sealType')).filter((one) => one.isDefault).map((one) => one.value)).toEqual(['guest'])
      const off = await admin.put<Row>(`${ENTRY}${made.data.id}/`, { status: false, version: made.data.version })
      expect(off.code).toBe(2000)
      expect((await children('sealType')).find((one) => one.value === 'guest')).toMatchObject({
        status: false,
        label: '标签guest',
      })
      expect((await admin.delete(`${ENTRY}${made.data.id}/`)).code).toBe(2000)
      // A code that a row names, whichever record it is.
      await sql`insert into dictionary_entry (dictionary_key, value, label, label_en, type) values ('leaveType', 'study', '进修', 'Study', '0')`.execute(
        app.database.db,
      )
      await sql`update leave_quota set leave_type = 'study' where id = (select min(id) from leave_quota where leave_type = 'homeVisit')`.execute(
        app.database.db,
      )
      const study = await stored('leaveType', 'study')
      expect(await admin.delete(`${ENTRY}${study.id}/`)).toMatchObject({ code: 4001, errKey: 'ref.inUse' })
    })

    it('SYS-54 a save reaches everybody: new revision, pushed, answered by init/dictionary', async () => {
      const revision = async () =>
        (await sql<{ value: number }>`select value from revision where name = 'dictionary'`.execute(app.database.db))
          .rows[0]!.value
      const before = await revision()
      expect(await changesAfter(() => admin.post(ENTRY, entry('printType', 'poster')))).toContain('dictionary')
      expect(await revision()).toBeGreaterThan(before)
      expect((await children('printType')).map((one) => one.value)).toContain('poster')
      expect((await staff.post(ENTRY, entry('printType', 'leaf'))).code).toBe(4003)
    })

    it('goes out and comes in as JSON and as xlsx, all or none', async () => {
      const out = await admin.get('/api/system/dictionary/export_json/', { query: { keys: 'printType,testFlag' } })
      const file = JSON.parse(out.raw.payload) as {
        dictionaries: { key: string; entries: { value: string; label: string }[] }[]
      }
      expect(file.dictionaries.map((one) => one.key).sort()).toEqual(['printType', 'testFlag'])
      const own = {
        key: 'paperSize',
        name: '纸张',
        nameEn: 'Paper',
        type: 0,
        sort: 5,
        entries: [{ value: 'A4', label: 'A4', labelEn: 'A4' }],
      }
      const IMPORT = '/api/system/dictionary/import_json/'
      expect(await admin.post(IMPORT, { dictionaries: [own, ...file.dictionaries] })).toMatchObject({
        code: 2000,
        data: { created: 1 },
      })
      expect((await children('paperSize')).map((one) => one.value)).toEqual(['A4'])
      const refused = await admin.post(IMPORT, {
        dictionaries: [
          { ...own, entries: [{ value: 'A5', label: 'A5', labelEn: 'A5' }] },
          { key: 'gender', name: '性别', nameEn: 'Gender', entries: [{ value: '9', label: '其他', labelEn: 'Other' }] },
        ],
      })
      expect(refused).toMatchObject({
        code: 4000,
        errors: { 'dictionaries.1.entries.0.value': [expect.stringContaining('gender')] },
      })
      expect((await children('paperSize')).map((one) => one.value)).toEqual(['A4'])
    })
  })

  describe('areas (60.6)', () => {
    const PATH = '/api/system/area/'
    const area = async (code: string): Promise<Row> => {
      const { data } = await admin.get<readonly Row[]>(PATH, { query: { search: code } })
      return data.find((row) => row.code === code)!
    }
    const upload = async (who: Client, csv: string | Buffer) => {
      const { payload, headers } = multipart('areas.csv', Buffer.from(csv))
      const raw = await app.app.inject({
        method: 'POST',
        url: `${PATH}import_data/`,
        payload,
        headers: { ...headers, authorization: `Bearer ${await who.token()}` },
      })
      return raw.json<{
        code: number
        errKey?: string
        errors?: Record<string, string[]>
        total?: number
        data: unknown
      }>()
    }

    it('has the demo tree, loaded below one area at a time, with level and spelling made by the server', async () => {
      const { data: roots, total } = await admin.get<readonly Row[]>(PATH, { query: { level: '1' } })
      expect([total, roots.map((row) => row.name)]).toEqual([4, ['示例省', '示范省', '样例省', '演示省']])
      const below = await admin.get<readonly Row[]>(PATH, { query: { parent: String(roots[0]?.id) } })
      expect(below.data.map((row) => row.code)).toEqual(['910100', '910200', '910300', '910400'])
      const made = await admin.post<Row>(PATH, { code: '910500', name: '示例中市', parent: roots[0]?.id })
      expect(made).toMatchObject({
        code: 2000,
        data: { level: '2', pinyin: 'shilizhongshi', initials: 'slzs', pcode: '910000' },
      })
      expect((await admin.post(PATH, { code: '910500', name: '重复', parent: roots[0]?.id })).code).toBe(4000)
      expect((await admin.post(PATH, { code: '91050', name: '短码', parent: roots[0]?.id })).code).toBe(4000)
      const town = await area('910101001')
      expect(await admin.post(PATH, { code: '910101002', name: '第五级', parent: town.id })).toMatchObject({
        code: 4000,
        errors: { parent: [expect.any(String)] },
      })
    })

    it('SYS-61 disables everything below, and enables nothing below what is disabled', async () => {
      const city = await area('910100')
      expect((await admin.put(`${PATH}${city.id}/`, { enable: false, version: city.version })).code).toBe(2000)
      const [district, town, other] = [await area('910101'), await area('910101001'), await area('910201')]
      expect([district.enable, town.enable, other.enable]).toEqual([false, false, true])
      expect(await admin.put(`${PATH}${town.id}/`, { enable: true, version: town.version })).toMatchObject({
        code: 4001,
        errKey: 'rule.SYS-61',
      })
      const { data: offered } = await staff.get<readonly { id: number }[]>(`${PATH}options/`, {
        query: { search: '910101' },
      })
      expect(offered).toEqual([])
    })

    it('SYS-62 an area that anything refers to stays: areas below it, rows and tickets of whatever module has such a field', async () => {
      const [city, district] = [await area('910200'), await area('910206')]
      expect(await admin.delete(`${PATH}${city.id}/`)).toMatchObject({ code: 4001, errKey: 'ref.inUse' })
      expect((await admin.delete(`${PATH}${district.id}/`)).code).toBe(2000)
      // A module that knows areas by nothing but a reference field.
      const lodging = defineRecord({
        name: 'lodging' as RecordName,
        table: 'lodging',
        path: '/api/lodging/rate/',
        permissions: { search: 'area:Search' },
        scope: {},
        fields: { areaCode: reference('area') },
        titleFields: ['areaCode'],
        list: { columns: ['areaCode'], filters: [], search: [] },
      })
      const used = await area('910205')
      await sql`create table lodging (id bigint, area_code bigint, deleted_at timestamptz)`.execute(app.database.db)
      await sql`insert into lodging values (1, ${used.id}, null)`.execute(app.database.db)
      const records = recordsOf({
        ...app.services,
        modules: [...app.services.modules, { ...emptyModule, records: [lodging] }],
      })
      expect(await isInUse(records, app.database.db, records.models.get('area')!, used.id)).toBe(true)
      await sql`update lodging set deleted_at = now()`.execute(app.database.db)
      expect(await isInUse(records, app.database.db, records.models.get('area')!, used.id)).toBe(false)
    })

    it('imports a csv of national size at once, and nothing of one with an error', async () => {
      const lines = Array.from({ length: 20 }, (_, p) => {
        const two = String(p + 11)
        return [
          `${two}0000,测试${p}省,,1`,
          ...Array.from({ length: 10 }, (_, c) => `${two}${c + 10}00,"测试,${c}市",${two}0000,2`),
          ...Array.from(
            { length: 100 },
            (_, d) => `${two}${(d % 10) + 10}${10 + Math.floor(d / 10)},区${d % 37},${two}${(d % 10) + 10}00,3`,
          ),
        ]
      }).flat()
      const began = performance.now()
      expect(await upload(admin, `\ufeffcode,name,pcode,level\r\n${lines.join('\r\n')}\r\n`)).toMatchObject({
        code: 2000,
        data: { created: 2220, updated: 0 },
      })
      expect(performance.now() - began).toBeLessThan(10_000)
      expect(await area('111010')).toMatchObject({
        name: '区0',
        level: '3',
        pcode: '111000',
        place: '测试0省 / 测试,0市',
      })
      expect(await upload(admin, 'code,name,pcode,level\n110000,改名省,,1\n')).toMatchObject({
        data: { created: 0, updated: 1 },
      })
      const bad = await upload(admin, 'code,name,pcode,level\n980000,新省,,1\n980100,新市,970000,2\n9802,短,980000,2\n')
      expect(bad).toMatchObject({ code: 4000, errors: { '4.code': [expect.any(String)] } })
      const orphan = await upload(
        admin,
        'code,name,pcode,level\n980000,新省,,1\n980100,新市,970000,2\n980200,新市,980000,3\n',
      )
      expect(orphan).toMatchObject({
        code: 4000,
        errors: { '3.pcode': [expect.stringContaining('970000')], '4.level': [expect.any(String)] },
      })
      expect(await area('980000')).toBeUndefined()
      const many = await upload(
        admin,
        `code,name,pcode,level\n98,${'长'.repeat(51)},970000,9\n980000,新省,,1\n980000,,,2\n980100,新市,980000\n`,
      )
      expect(many).toMatchObject({ code: 4000, total: 8 })
      expect(Object.keys(many.errors ?? {})).toEqual([
        '2.code',
        '2.name',
        '2.level',
        '2.pcode',
        '4.code',
        '4.name',
        '4.level',
        '5.code',
      ])
      expect(many.data).toContainEqual({ row: 2, column: 'level', value: '9', message: expect.any(String) })
      for (const wrong of ['name,code\n1,2\n', Buffer.from([0xff, 0xfe, 0x41]), 'code,name,pcode,level\n'])
        expect((await upload(admin, wrong)).code).toBe(4013)
      expect((await upload(staff, 'code,name,pcode,level\n980000,新省,,1\n')).code).toBe(4003)
    })
  })

  describe('articles (10.4), as far as the plain sign-in page tells of them (10.1)', () => {
    const PATH = '/api/article/'
    const ANNOUNCEMENTS = '/api/article/announcements/'
    const titlesOf = async (language?: 'en') =>
      (await app.guest.get<readonly { title: string }[]>(ANNOUNCEMENTS, language === undefined ? {} : { language }))
        .data
    let editor: Client
    const draft = async (more: object = {}): Promise<Row> =>
      (
        await editor.post<Row>(PATH, {
          title: '停水通知',
          titleEn: 'No water',
          category: 'notice',
          body: '**周六**停水',
          isPublic: true,
          ...more,
        })
      ).data
    const act = async (row: Row, name: string, values: object = {}, by = editor) => {
      const { data } = await editor.get<Row>(`${PATH}${row.id}/`)
      return by.post<Row>(`${PATH}${row.id}/${name}/`, { ...values, version: data.version })
    }
    const tomorrow = () => new Date(app.clock.now().getTime() + DAY).toISOString().slice(0, 10)
    beforeAll(async () => {
      editor = await app.as('jiang12')
    })

    it('strangers are told title and day of the three newest that are published, pinned and public, in their language', async () => {
      const seeded = await titlesOf()
      expect(seeded).toHaveLength(3)
      expect(Object.keys(seeded[0] ?? {})).toEqual(['title', 'publishedOn'])
      const row = await draft({ pinnedUntil: tomorrow() })
      expect(row).toMatchObject({ state: 'draft', summary: '周六停水', isPinned: false })
      expect(await titlesOf()).toEqual(seeded)
      expect((await act(row, 'publish')).code).toBe(2000)
      expect((await titlesOf())[0]).toEqual({ title: '停水通知', publishedOn: app.clock.today() })
      expect((await titlesOf('en'))[0]?.title).toBe('No water')
      expect((await editor.put(`${PATH}${row.id}/`, { title: '改名', version: 2 })).errKey).toBe('record.stateInvalid')
      expect((await act(row, 'withdraw', { withdrawReason: '内容有误已更正' })).code).toBe(2000)
      expect(await titlesOf()).toEqual(seeded)
      const hidden = await draft({ title: '内部通知', isPublic: false, pinnedUntil: tomorrow() })
      await act(hidden, 'publish')
      expect(await titlesOf()).toEqual(seeded)
    })

    it('ART-05 pins at most five of one category, and refuses what cannot hold', async () => {
      const rows: Row[] = []
      for (let at = 0; at < 6; at += 1) rows.push(await draft({ category: 'guide', title: `指南${at}` }))
      for (const row of rows) expect((await act(row, 'publish')).code).toBe(2000)
      const seeded = (await editor.get<readonly Row[]>(PATH, { query: { category: 'guide', isPinned: 'true' } })).data
        .length
      const answers = await Promise.all(rows.map((row) => act(row, 'pin', { pinnedUntil: tomorrow() })))
      expect(answers.filter(({ code }) => code === 2000)).toHaveLength(5 - seeded)
      expect(answers.find(({ code }) => code !== 2000)).toMatchObject({
        errKey: 'rule.ART-05',
        msg: '同一栏目最多置顶5篇文章',
      })
      const pinned = rows.find((_, at) => answers[at]?.code === 2000) as Row
      expect((await act(pinned, 'unpin')).code).toBe(2000)
      const late = {
        title: '过期',
        category: 'news',
        body: '正文',
        isPublic: true,
      }
      expect(
        (
          await editor.post(PATH, {
            ...late,
            targetDeptIds: [1],
            publishAt: '2030-01-02 00:00:00',
            expireAt: '2030-01-01 00:00:00',
          })
        ).errors,
      ).toMatchObject({ isPublic: expect.anything(), expireAt: expect.anything() })
      expect((await staff.get(PATH)).code).toBe(4003)
      // Logistics writes; publishing is the editor's.
      expect((await act(pinned, 'unpin', {}, await app.as('yang15'))).code).toBe(4003)
    })

    it('a pin that has passed falls off', async () => {
      app.clock.advance(3 * DAY)
      await runDueJobs(app.services)
      const { data } = await editor.get<readonly Row[]>(PATH, { query: { isPinned: 'true' } })
      expect(data.every((row) => String(row.pinnedUntil) >= app.clock.today())).toBe(true)
    })
  })

  describe('app versions (60.11)', () => {
    const PATH = '/api/system/app_version/'
    const draft = async (semver: string, more: object = {}): Promise<Row> => {
      const made = await admin.post<Row>(PATH, { semver, title: `版本 ${semver}`, notes: '修复问题', ...more })
      expect(made).toMatchObject({ code: 2000, data: { state: 'draft' } })
      return made.data
    }
    const publish = (row: Row) => admin.post<Row>(`${PATH}${row.id}/publish/`, { version: row.version })
    const newest = async () =>
      (await app.guest.get<{ version: { version: string } | null }>('/api/init/version/')).data.version

    it('SYS-111 publishes only above what was published, and tells open pages', async () => {
      const first = await draft('1.2.0', { force: true })
      const lower = await draft('1.1.9')
      expect(await changesAfter(() => publish(first))).toContain('appVersion')
      expect(await newest()).toMatchObject({ version: '1.2.0', force: true, resetConfig: false })
      expect(await publish(lower)).toMatchObject({
        code: 4001,
        errKey: 'rule.SYS-111',
        msg: '版本号1.1.9必须大于已发布的1.2.0',
      })
      expect(await admin.post(PATH, { semver: '1.2.0', title: '同号', notes: '重复版本' })).toMatchObject({
        code: 4001,
        errKey: 'rule.SYS-111',
      })
      expect((await admin.post(PATH, { semver: '1.2', title: '短号', notes: '不是三段' })).code).toBe(4000)
      expect((await admin.put(`${PATH}${first.id}/`, { title: '改名', version: 2 })).code).toBe(4001)
    })

    it('SYS-112 has one published newest; a scheduled one follows at its time, a withdrawn one steps back', async () => {
      const soon = new Date(app.clock.now().getTime() + 30 * MINUTE + 8 * 60 * MINUTE)
        .toISOString()
        .slice(0, 19)
        .replace('T', ' ')
      const scheduled = await draft('1.10.0', { publishAt: soon })
      expect((await publish(scheduled)).code).toBe(2000)
      expect(await newest()).toMatchObject({ version: '1.2.0' })
      // The waiting one counts already.
      expect((await admin.post(PATH, { semver: '1.9.0', title: '插队', notes: '低于待发布' })).code).toBe(4001)
      app.clock.advance(31 * MINUTE)
      expect(await changesAfter(() => runDueJobs(app.services))).toContain('appVersion')
      expect(await newest()).toMatchObject({ version: '1.10.0' })
      const { data } = await admin.get<readonly Row[]>(PATH, { query: { state: 'published' } })
      expect(data.filter((row) => row.isNewest).map((row) => row.semver)).toEqual(['1.10.0'])
      const { data: now } = await admin.get<Row>(`${PATH}${scheduled.id}/`)
      expect((await admin.post(`${PATH}${scheduled.id}/withdraw/`, { version: now.version })).code).toBe(2000)
      expect(await newest()).toMatchObject({ version: '1.2.0' })
      expect((await staff.post(`${PATH}${scheduled.id}/publish/`)).code).toBe(4003)
    })
  })

  describe('the API white list (60.11)', () => {
    const PATH = '/api/system/white_list/'
    const listed = (url: string, more: object = {}) => ({
      url,
      method: '0',
      needLogin: true,
      dataScopeOn: true,
      reason: '大屏展示需要',
      expiresAt: '2026-06-30',
      state: true,
      password: DEMO_PASSWORD,
      ...more,
    })
    const add = (url: string, more: object = {}) => security.post<Row>(PATH, listed(url, more))
    const QUOTA = '/api/leave/quota/'
    /** An entry that the auditor has confirmed. */
    const open = async (url: string, more: object = {}): Promise<Row> => {
      const { data } = await security.post<{ proposal: number }>(PATH, listed(url, more))
      const auditor = await app.as('bao59')
      expect(await auditor.post(`/api/proposal/${data.proposal}/confirm/`, { password: DEMO_PASSWORD })).toMatchObject({
        data: { done: true },
      })
      const { data: rows } = await security.get<readonly Row[]>(PATH, { query: { shipped: 'false' } })
      const row = rows.find((one) => one.url === (url.endsWith('*') || url.endsWith('/') ? url : `${url}/`))
      expect(row).toBeDefined()
      return row!
    }

    it('SYS-121 refuses what opens too much: bare wildcards, system, finance and file calls', async () => {
      for (const url of [
        '/api/*',
        '/api/leave/*',
        '/api/*/quota/',
        '/api/system/user/',
        '/api/finance/payment/*',
        '/api/budget/line/',
        '/api/leave/quota/export_data/',
        '/api/leave/qu*/',
        '/api/../system/user/',
      ])
        expect([url, (await add(url)).code]).toEqual([url, url.includes('..') ? 4000 : 4001])
      // What no call answers to would wait for a call of the future.
      expect(await add('/api/leave/nothing/')).toMatchObject({ code: 4000, errors: { url: [expect.any(String)] } })
      expect(await add('/api/leave/record/', { needLogin: false, dataScopeOn: false })).toMatchObject({
        code: 4001,
        errKey: 'whiteList.openOnlyToRead',
      })
    })

    it("SYS-122 is the security administrator's with their password again, for at most 365 days", async () => {
      expect((await admin.post(PATH, listed(QUOTA))).code).toBe(4003)
      expect(await add(QUOTA, { password: 'wrong' })).toMatchObject({ code: 4001, errKey: 'password.wrong' })
      expect((await security.post(PATH, { ...listed(QUOTA), password: undefined })).code).toBe(4001)
      const tooLate = new Date(app.clock.now().getTime() + 366 * DAY + 8 * 60 * MINUTE).toISOString().slice(0, 10)
      expect(await add(QUOTA, { expiresAt: tooLate })).toMatchObject({
        code: 4000,
        errors: { expiresAt: [expect.any(String)] },
      })
      const { data } = await security.get<readonly Row[]>(PATH, { query: { shipped: 'true' } })
      expect(data.map((row) => row.url).sort()).toEqual([
        '/api/captcha/',
        '/api/init/dictionary/',
        '/api/init/settings/',
        '/api/login/',
        '/token/refresh/',
      ])
      expect(
        (await security.put(`${PATH}${data[0]!.id}/`, { reason: '改一改内置行', version: 1, password: DEMO_PASSWORD }))
          .code,
      ).toBe(4001)
      expect((await security.delete(`${PATH}${data[0]!.id}/`, { password: DEMO_PASSWORD })).code).toBe(4001)
    })

    it("opens a call without its permission, to one's own rows and no other's, until it is taken away or runs out", async () => {
      expect((await staff.get(QUOTA)).code).toBe(4003)
      const made = await open('/api/leave/quota')
      const own = await staff.get<readonly Row[]>(QUOTA)
      expect(own.code).toBe(2000)
      expect(own.data.length).toBeGreaterThan(0)
      expect(new Set(own.data.map((row) => row.userId))).toEqual(new Set([staff.userId]))
      expect((await staff.post(QUOTA, {})).code).toBe(4003)
      expect((await staff.get(`${QUOTA}export_data/`)).code).toBe(4003)
      expect((await app.guest.get(QUOTA)).code).toBe(401)
      // Who holds the permission keeps their whole reach.
      const officer = await app.as('wei11')
      expect((await officer.get(QUOTA)).total).toBeGreaterThan(own.total ?? 0)
      expect((await security.delete(`${PATH}${made.id}/`, { password: DEMO_PASSWORD })).code).toBe(2000)
      expect((await staff.get(QUOTA)).code).toBe(4003)
    })

    it("opens a call without sign-in to nobody's rows, and SYS-123 counts hits together and lists what nobody uses", async () => {
      expect((await app.guest.get(QUOTA)).code).toBe(401)
      await open('/api/leave/quota/*', { needLogin: false })
      const second = await open(QUOTA, { needLogin: false })
      expect(await app.guest.get(QUOTA)).toMatchObject({ code: 2000, total: 0, data: [] })
      const { rows } = await sql<{ id: number }>`select min(id) as id from leave_quota`.execute(app.database.db)
      expect((await app.guest.get(`${QUOTA}${rows[0]?.id}/`)).code).toBe(4004)
      expect((await app.guest.get(`${QUOTA}export_data/`)).code).toBe(401)
      expect((await app.guest.post(QUOTA, {})).code).toBe(401)
      const hits = async () => (await security.get<Row>(`${PATH}${second.id}/`)).data
      expect(await hits()).toMatchObject({ hits: 0 })
      await flushWhiteList(app.services)
      expect(await hits()).toMatchObject({ hits: 1, unused: false, version: 1 })
      app.clock.advance(91 * DAY)
      security = await app.as('yu55')
      const before = app.announced.messages.length
      await runDueJobs(app.services)
      expect(await hits()).toMatchObject({ unused: true })
      expect(
        (await security.get<readonly Row[]>(PATH, { query: { unused: 'true' } })).data.map((row) => row.id),
      ).toContain(second.id)
      expect(app.announced.messages.slice(before)).toContainEqual(
        expect.objectContaining({
          to: expect.arrayContaining([security.userId]),
          title: expect.objectContaining({ key: 'whiteList.unusedNotice' }),
        }),
      )
      // The day after it expired.
      app.clock.advance(21 * DAY)
      expect((await app.guest.get(QUOTA)).code).toBe(401)
    })
  })
})
