import { describe, expect, it } from 'vitest'
import { evaluate } from '#machines/ticket/definition/conditions.ts'
import { dictionaries } from '#src/catalogue/dictionaries.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { modules } from '#src/modules.ts'

/** Where each action of a record leads; null: the state stays. What moves a record besides its own actions stands under `others`. */
interface Course {
  readonly ends: readonly string[]
  readonly actions: Readonly<Record<string, Readonly<Record<string, string>> | string | null>>
  readonly others?: Readonly<Record<string, readonly string[]>>
  /** Other facts that the conditions of the actions ask, as they stand for a record that waits. */
  readonly facts?: Readonly<Record<string, boolean>>
}

const document = {
  ends: ['posted', 'voided'],
  actions: { submit: 'submitted', approve: 'approved', sendBack: 'draft', post: 'posted', void: 'voided' },
} as const satisfies Course

const courses: Readonly<Record<string, Course>> = {
  stockIn: document,
  stockOut: document,
  stockAdjust: document,
  stockTransfer: {
    ends: document.ends,
    actions: {
      submit: 'submitted',
      approve: 'approved',
      sendBack: 'draft',
      void: 'voided',
      send: 'inTransit',
      receive: 'posted',
    },
  },
  stockCount: {
    ends: ['posted', 'cancelled'],
    actions: { submit: 'review', reopen: 'counting', approve: 'posted', cancel: 'cancelled' },
  },
  purchaseDemand: { ends: ['done', 'cancelled'], actions: { cancel: 'cancelled' }, others: { ordered: ['done'] } },
  asset: {
    ends: ['scrapped'],
    actions: {
      post: 'idle',
      allocate: 'inUse',
      return: 'idle',
      transfer: null,
      repair: 'repairing',
      repaired: 'idle',
      inspect: null,
      reprice: null,
      scrap: null,
      lose: 'lost',
      find: 'idle',
    },
    // Its request to scrap is approved and disposed of in its own list.
    others: {
      idle: ['pendingScrap'],
      inUse: ['pendingScrap'],
      repairing: ['pendingScrap'],
      pendingScrap: ['scrapped'],
    },
  },
  assetAllocation: { ends: ['closed'], actions: { return: 'closed', transfer: null } },
  assetTransfer: {
    ends: ['done', 'refused', 'cancelled'],
    actions: { release: 'released', receive: 'done', refuse: 'refused' },
  },
  assetScrap: {
    ends: ['disposed', 'refused', 'cancelled'],
    actions: { approve: { requested: 'reviewed', reviewed: 'approved' }, refuse: 'refused', dispose: 'disposed' },
  },
  assetCount: {
    ends: ['applied', 'cancelled'],
    actions: { submit: 'review', reopen: 'counting', apply: 'applied', cancel: 'cancelled' },
  },
  assetBooking: {
    ends: ['returned', 'cancelled'],
    actions: { handOut: 'out', takeBack: 'returned', remind: null, cancel: 'cancelled' },
  },
  carTrip: {
    ends: ['returned', 'cancelled'],
    actions: { depart: 'departed', return: 'returned', change: null, extend: 'departed', cancel: 'cancelled' },
  },
  // The ticket reports the end of a service.
  carService: {
    ends: ['finished', 'cancelled'],
    actions: { sendIn: 'inService' },
    others: { inService: ['finished'] },
  },
  workOrder: {
    ends: ['closed'],
    actions: {
      dispatch: 'assigned',
      accept: 'accepted',
      start: 'working',
      suspend: 'suspended',
      resume: 'working',
      photograph: null,
      finish: 'finished',
      verify: 'verified',
      reopen: 'working',
      close: 'closed',
      addCost: null,
      demand: null,
      linkAsset: null,
      announce: null,
      merge: 'closed',
    },
    facts: { isAcceptedByTicket: false, isCancelled: false },
  },
  inspectRound: { ends: ['done', 'skipped'], actions: { report: 'done', skip: 'skipped' } },
  supplyReturn: { ends: ['returned'], actions: { confirm: 'returned' } },
}

/** What is kept, and has no end to come to: things and people whose state says whether they are in use. */
const standing: readonly string[] = ['car', 'driver', 'stockBatch', 'stockItem', 'warehouse']

const MODULES = ['asset', 'stock', 'supplies', 'car', 'maintenance']
const ours = modules.filter(({ name }) => MODULES.includes(name))
const records: readonly RecordDefinition[] = ours
  .flatMap((module) => module.records ?? [])
  .filter(
    ({ name, actions, fields }) => actions !== undefined && fields.state?.kind === 'choice' && !standing.includes(name),
  )
const dictionary = (name: string): readonly string[] => [
  ...modules.flatMap(({ dictionaries: own }) => (own as Record<string, readonly string[]> | undefined)?.[name] ?? []),
  ...dictionaries
    .filter(([key]) => key === name)
    .flatMap(([, , , , entries]) => entries.split('; ').map((entry) => entry.slice(0, entry.indexOf('=')))),
]
const holders = new Map<string, number>(
  modules.flatMap(({ permissions = [] }) =>
    permissions.flatMap(({ resource, actions }) =>
      Object.entries(actions).map(([action, roles]): [string, number] => [`${resource}:${action}`, roles.length]),
    ),
  ),
)

/** States that an action of a person, or what moves the record besides, leads to from here. */
function nextOf(record: RecordDefinition, course: Course, state: string): readonly string[] {
  const facts = { ...course.facts, state }
  const own = Object.entries(record.actions ?? {}).flatMap(([name, { when, permission }]) => {
    const target = course.actions[name]
    const to = typeof target === 'object' && target !== null ? target[state] : target
    const isOpen = when === undefined || evaluate(when, facts)
    return isOpen && to != null && (holders.get(permission) ?? 0) > 0 ? [to] : []
  })
  return [...own, ...(course.others?.[state] ?? [])]
}

function hasEnd(record: RecordDefinition, course: Course, from: string): boolean {
  const seen = new Set([from])
  for (const state of seen) {
    if (course.ends.includes(state)) return true
    for (const next of nextOf(record, course, state)) seen.add(next)
  }
  return false
}

describe('ways to an end', () => {
  it('every record of the logistics modules with a state and actions is drawn here, with each of its actions', () => {
    expect(records.map(({ name }) => name).sort()).toEqual(Object.keys(courses).sort())
    for (const { name, actions } of records)
      expect([name, Object.keys(actions ?? {}).sort()]).toEqual([
        name,
        Object.keys(courses[name]?.actions ?? {}).sort(),
      ])
  })

  it('STK-51, WF-01 from every state of every document, record and work order some person has a way to an end', () => {
    const stuck = records.flatMap((record) => {
      const course = courses[record.name]
      const field = record.fields.state
      if (course === undefined || field?.kind !== 'choice') return [record.name]
      const states = dictionary(field.dictionary)
      expect([record.name, states.length > 1]).toEqual([record.name, true])
      return states.filter((state) => !hasEnd(record, course, state)).map((state) => `${record.name} ${state}`)
    })
    expect(stuck).toEqual([])
  })
})
