/** The statechart of supervision items on the running server: wherever the machine is, the item is; what the page offers to a person, the server takes, and nothing else. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  nextState,
  type SupervisionItemEvent,
  type SupervisionItemEventName,
  type SupervisionItemState,
  supervisionItemMachine,
  supervisionItemStates,
} from '#machines/supervisionItem/supervisionItem.ts'
import { evaluate } from '#machines/ticket/definition/conditions.ts'
import { addDays } from '#src/define/days.ts'
import { factsOf } from '#src/fields/conditions.ts'
import type { FormData } from '#src/fields/field.ts'
import { itemFor } from '#src/modules/supervision/items/item-for-reader.ts'
import { supervisionItem } from '#src/modules/supervision/items/supervision-item.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { runPath, shortestPathsCoveringTransitions, transitionCoverage } from '#tests/models/model.ts'

const ITEM = '/api/supervision/item/'
type Values = Readonly<Record<string, unknown>>
type Row = FormData & { readonly id: number; readonly version: number }
type ActionName = keyof typeof supervisionItem.actions

/** The handler, another member and the head of an assisting department, the supervising leader, the chief, the officer, and the head of a department without a part in it. */
const names = ['peng46', 'lang47', 'feng53', 'li04', 'zhao01', 'feng08', 'zhang39'] as const
type Name = (typeof names)[number]

const types = Object.keys(supervisionItem.actions).filter((name): name is SupervisionItemEventName =>
  supervisionItemStates.some((state) => nextState(state, name as SupervisionItemEventName) !== null),
)
/** Who does it by the rules. */
const doers: Readonly<Record<SupervisionItemEventName, Name>> = {
  assign: 'feng08',
  signFor: 'peng46',
  decline: 'peng46',
  submit: 'peng46',
  sendBack: 'li04',
  extend: 'peng46',
  approveExtension: 'li04',
  refuseExtension: 'li04',
  close: 'li04',
  terminate: 'li04',
}
const report = '已召开专题会议，正在逐项整改落实。'
const comment = '请补充说明有关情况'

/** The shortest steps into each state. */
const stepsInto: Readonly<Record<SupervisionItemState, readonly SupervisionItemEventName[]>> = {
  draft: [],
  assigned: ['assign'],
  doing: ['assign', 'signFor'],
  extending: ['assign', 'signFor', 'extend'],
  replied: ['assign', 'signFor', 'submit'],
  closed: ['assign', 'signFor', 'submit', 'close'],
  terminated: ['assign', 'terminate'],
}

describe.each(oneEngine)('supervision items by their statechart on %s', (engine) => {
  let app: TestApp
  const people = new Map<string, Client>()
  const depts = new Map<string, number>()
  const as = (name: Name): Client => people.get(name)!
  beforeAll(async () => {
    app = await startApp({ engine, bureau: 'quiet' })
    for (const name of names) people.set(name, await app.as(name))
    const { rows } = await sql<{ key: string; id: number }>`select key, id from department`.execute(app.database.db)
    for (const { key, id } of rows) depts.set(key, id)
  })
  afterAll(() => app.close())

  const make = async (): Promise<number> => {
    const { data, msg, code } = await as('feng08').post<Row>(ITEM, {
      title: '落实道路交通安全整治',
      source: 'inspection',
      content: '对重点路段开展隐患排查并形成整改清单。',
      urgency: 'normal',
      leadDeptId: depts.get('D11'),
      coDeptIds: [depts.get('D12')],
      leaderId: as('li04').userId,
      startDate: app.clock.today(),
      dueDate: addDays(app.clock.today(), 30),
      feedbackCycle: 7,
    })
    expect([msg, code]).toEqual([msg, 2000])
    return data.id
  }
  const row = async (id: number): Promise<Row> => (await as('feng08').get<Row>(`${ITEM}${id}/`)).data
  /** A form of the action that passes for this item. */
  const valuesOf = (action: string, item: Row, who: Name): Values => {
    const later = addDays(String(item.dueDate), 10)
    switch (action as ActionName) {
      case 'split':
        return { parts: [{ deptId: depts.get('D10'), handlerId: null, dueDate: item.dueDate }] }
      case 'decline':
        return { reason: '该事项属科信支队职责' }
      case 'reply':
        return who === 'peng46' ? { newProgress: 50, report } : { report }
      case 'submit':
        return { report }
      case 'extend':
        return { newDueDate: later, reason: '外部单位配合时间推迟，需延期' }
      case 'close':
        return { newScore: 90 }
      case 'rescore':
        return { newScore: 80, comment }
      case 'refuseExtension':
      case 'sendBack':
        return { comment }
      case 'terminate':
        return { reason: comment }
      default:
        return {}
    }
  }
  const send = async (who: Name, id: number, action: string) =>
    as(who).post<Row>(`${ITEM}${id}/${action}/`, valuesOf(action, await row(id), who))
  const must = async (id: number, action: SupervisionItemEventName): Promise<void> => {
    const answer = await send(doers[action], id, action)
    expect([action, answer.msg, answer.code]).toEqual([action, answer.msg, 2000])
  }

  it('10.5 every generated path ends on the server where it ends in the statechart, and what that refuses is refused', {
    timeout: 60_000,
  }, async () => {
    const events: readonly SupervisionItemEvent[] = types.map((type) => ({ type }))
    const coverage = transitionCoverage(supervisionItemMachine)
    const tried = new Set<string>()
    const refuseAll = async (id: number, state: SupervisionItemState, extensions: number): Promise<void> => {
      const before = await row(id)
      for (const type of types.filter((one) => nextState(state, one, extensions) === null)) {
        const answer = await send(doers[type], id, type)
        expect([state, extensions, type, answer.code]).toEqual([state, extensions, type, 4001])
      }
      expect(await row(id)).toEqual(before)
    }
    for (const path of shortestPathsCoveringTransitions(supervisionItemMachine, { events })) {
      const id = await make()
      let [state, extensions]: readonly [SupervisionItemState, number] = ['draft', 0]
      for (const { event, state: after } of path.steps) {
        const place = `${state} ${extensions}`
        if (!tried.has(place)) await refuseAll(id, state, extensions)
        tried.add(place)
        await must(id, event.type as SupervisionItemEventName)
        ;({ state, extensionCount: extensions } = (await row(id)) as unknown as {
          state: SupervisionItemState
          extensionCount: number
        })
        expect([path.description, state, extensions]).toEqual([path.description, after.value, after.context.extensions])
      }
      if (!tried.has(`${state} ${extensions}`)) await refuseAll(id, state, extensions)
      tried.add(`${state} ${extensions}`)
      coverage.add(runPath(supervisionItemMachine, path))
    }
    coverage.assertFullCoverage()
    // SUP-02: also where an item has had its two extensions.
    expect(new Set([...tried].map((place) => place.split(' ')[0]))).toEqual(new Set(supervisionItemStates))
    expect(tried).toContain('doing 2')
  })

  /** What the page offers to a person on this row. */
  const offeredTo = async (who: Name, item: Row): Promise<ReadonlySet<string>> => {
    const held = new Set(
      (await as(who).get<readonly string[]>('/api/system/menu_button/menu_button_all_permission/')).data,
    )
    const { rows } = await sql<{ key: string }>`
      select r.key from role r join user_role h on h.role_id = r.id where h.user_id = ${as(who).userId}`.execute(
      app.database.db,
    )
    const record = itemFor({ userId: as(who).userId, roles: rows.map(({ key }) => key) })
    const facts = factsOf(record.fields, item)
    return new Set(
      Object.entries(record.actions ?? {}).flatMap(([name, action]) =>
        held.has(action.permission) && evaluate(action.when, facts) ? [name] : [],
      ),
    )
  }
  const inState = async (state: SupervisionItemState): Promise<number> => {
    const id = await make()
    for (const step of stepsInto[state]) await must(id, step)
    return id
  }

  it.each(supervisionItemStates)(
    'SUP-06, SUP-07 buttons follow the person: of an item that is %s the server takes what is offered and refuses the rest',
    { timeout: 60_000 },
    async (state) => {
      const id = await inState(state)
      const before = await row(id)
      for (const who of names) {
        const seen = await as(who).get<Row>(`${ITEM}${id}/`)
        const offered = seen.code === 2000 ? await offeredTo(who, seen.data) : new Set<string>()
        for (const action of Object.keys(supervisionItem.actions)) {
          if (offered.has(action)) {
            const taken = await send(who, await inState(state), action)
            expect([who, state, action, taken.msg, taken.code]).toEqual([who, state, action, taken.msg, 2000])
          } else expect([who, state, action, (await send(who, id, action)).code]).not.toContain(2000)
        }
      }
      expect(await row(id)).toEqual(before)
    },
  )

  it('SUP-07 a member of the department who is no handler, and one who assists, sign for nothing and decide nothing', async () => {
    const offered = async (who: Name, state: SupervisionItemState) => {
      const item = await as(who).get<Row>(`${ITEM}${await inState(state)}/`)
      return item.code === 2000 ? [...(await offeredTo(who, item.data))] : item.code
    }
    expect(await offered('peng46', 'assigned')).toEqual(['signFor', 'decline'])
    expect(await offered('feng53', 'assigned')).toEqual([])
    expect(await offered('feng53', 'doing')).toEqual(['reply'])
    expect(await offered('li04', 'replied')).toEqual(expect.arrayContaining(['close', 'sendBack', 'terminate']))
    expect(await offered('feng08', 'replied')).toEqual([])
  })
})
