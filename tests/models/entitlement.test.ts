import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareStandings, holdingKey, standings } from '#src/modules/standard/entitlement/compare.ts'
import { dueChanges, nextDueOf } from '#src/modules/standard/entitlement/due.ts'
import { entitle, leftOf } from '#src/modules/standard/entitlement/entitle.ts'
import { PIECE, roundPieces, tierShares } from '#src/modules/standard/entitlement/quantity.ts'
import type {
  Heads,
  StandardException,
  StandardRule,
  StandardVersion,
  Target,
} from '#src/modules/standard/entitlement/standard-rule.ts'

const everyone: Target = { type: 'all', value: '', areaFrom: null, areaTo: null, personTypes: null, gender: null }
const rule = (more: Partial<StandardRule> = {}): StandardRule => ({
  id: 1,
  no: 'BZ1',
  itemId: 1,
  target: everyone,
  basis: 'perPerson',
  rounding: 'ceil',
  qty: PIECE,
  tiers: [],
  unitCap: '5000.00',
  lifeYears: 6,
  lifeUse: null,
  lifeUseUnit: null,
  clothingCycle: null,
  docNo: 'doc 1',
  effectiveFrom: '2026-01-01',
  effectiveTo: null,
  ...more,
})
const heads = (count: number, more: Partial<Heads> = {}): Heads => ({
  deptId: 7,
  rankLevel: 'staff',
  postType: 'office',
  personType: 'police',
  gender: '1',
  count,
  ...more,
})
const version = (
  rules: readonly StandardRule[],
  people: readonly Heads[],
  groupId: number | null = null,
): StandardVersion => ({
  id: 1,
  no: 1,
  items: [
    { id: 1, name: 'desktop', groupId },
    { id: 2, name: 'laptop', groupId },
    { id: 3, name: 'computer', groupId: null },
  ],
  rules,
  heads: people,
})
const day = '2026-03-11'
const inDept = { of: 'dept', deptId: 7 } as const
const maxOf = (rules: readonly StandardRule[], people: readonly Heads[], itemId = 1): number | undefined =>
  entitle(version(rules, people), [], itemId, day, inDept).own?.max

describe('entitlements', () => {
  it('rounds by the stated rounding and no other', () => {
    const half = (rounding: StandardRule['rounding'], count: number) =>
      maxOf([rule({ qty: 50, rounding })], [heads(count)])
    expect([half('ceil', 5), half('floor', 5), half('halfUp', 5), half('halfUp', 4)]).toEqual([3, 2, 3, 2])
    // 7 × 0.1 is not a whole number of hundredths in binary; the quantity is.
    expect(maxOf([rule({ basis: 'perTen', qty: 100, rounding: 'floor' })], [heads(10)])).toBe(1)
  })

  it('counts a copier for each 20 of the first 100 people and each 30 beyond, a started group as full', () => {
    const copier = rule({
      basis: 'tiers',
      tiers: [
        { from: 0, per: 20, qty: 100 },
        { from: 100, per: 30, qty: 100 },
      ],
    })
    const at = (count: number) => maxOf([copier], [heads(count)])
    expect([1, 20, 21, 100, 101, 130, 131].map(at)).toEqual([1, 1, 2, 5, 6, 6, 7])
    const full = { ...copier, rounding: 'floor' as const }
    expect([19, 20, 129, 130].map((count) => maxOf([full], [heads(count)]))).toEqual([0, 1, 5, 6])
  })

  it('STD-02 lets the post win over the rank, the rank over the department, the department over everybody', () => {
    const target = (type: Target['type'], value: string): Target => ({ ...everyone, type, value })
    const rules = [
      rule({ id: 1, qty: 100 }),
      rule({ id: 2, qty: 200, target: target('dept', '7') }),
      rule({ id: 3, qty: 300, target: target('rank', 'section') }),
      rule({ id: 4, qty: 400, target: target('post', 'field') }),
    ]
    const of = (more: Partial<Heads>) =>
      entitle(version(rules, [heads(1, more)]), [], 1, day, { of: 'dept', deptId: more.deptId ?? 7 }).own?.max
    expect([
      of({ rankLevel: 'section', postType: 'field' }),
      of({ rankLevel: 'section' }),
      of({}),
      of({ deptId: 8 }),
    ]).toEqual([4, 3, 2, 1])
  })

  it('shares the limit of a group: more laptops leave fewer desktops', () => {
    const rules = [rule({ itemId: 1 }), rule({ id: 2, itemId: 2, qty: PIECE }), rule({ id: 3, itemId: 3, qty: 150 })]
    const asked = entitle(version(rules, [heads(4)], 3), [], 1, day, inDept)
    expect([asked.own?.max, asked.group?.max]).toEqual([4, 6])
    expect(leftOf(asked, { own: 1, group: 2 })).toBe(3)
    expect(leftOf(asked, { own: 1, group: 5 })).toBe(1)
    expect(leftOf(asked, { own: 1, group: 7 })).toBe(-1)
  })

  it('adds exceptions until their last day', () => {
    const exception: StandardException = {
      id: 1,
      itemId: 1,
      deptId: 7,
      userId: null,
      qty: 2,
      until: day,
      docNo: 'doc 2',
    }
    const at = (when: string) => entitle(version([rule()], [heads(3)]), [exception], 1, when, inDept).own
    expect([at(day)?.max, at(day)?.standard, at('2026-03-12')?.max]).toEqual([5, 3, 3])
  })

  it('counts whole pieces for a person, and asks the department where the standard is a share', () => {
    const profile = { deptId: 7, rankLevel: 'staff', postType: 'office', personType: 'police', gender: '1' }
    const person = { of: 'person', userId: 9, profile } as const
    expect(entitle(version([rule()], [heads(3)]), [], 1, day, person).own?.max).toBe(1)
    expect(entitle(version([rule({ qty: 50 })], [heads(3)]), [], 1, day, person).own).toBeNull()
  })

  it('gives a room what its area allows (AST-04)', () => {
    const area = (id: number, qty: number, from: number, to: number | null) =>
      rule({
        id,
        qty,
        basis: 'perRoom',
        target: { ...everyone, type: 'area', areaFrom: from * PIECE, areaTo: to === null ? null : to * PIECE },
      })
    const rules = [area(1, 100, 0, 18), area(2, 200, 18, null)]
    const of = (m2: number) =>
      entitle(version(rules, []), [], 1, day, { of: 'room', deptId: 7, area: m2 * PIECE }).own?.max
    expect([of(17.99), of(18), of(40)]).toEqual([1, 2, 2])
  })

  it('says who becomes over or short, and what filling costs', () => {
    const before = standings(version([rule({ qty: 100 })], [heads(4)]), [], new Map([[holdingKey(7, 1), 3]]), day, [7])
    const after = standings(version([rule({ qty: 50 })], [heads(4)]), [], new Map([[holdingKey(7, 1), 3]]), day, [7])
    const more = standings(version([rule({ qty: 200 })], [heads(4)]), [], new Map([[holdingKey(7, 1), 3]]), day, [7])
    expect(compareStandings(before, after)).toEqual([
      {
        deptId: 7,
        itemId: 1,
        max: 2,
        exceptions: 0,
        held: 3,
        over: 1,
        short: 0,
        unitCap: '5000.00',
        before: 4,
        cost: 0,
      },
    ])
    expect(compareStandings(before, more)).toMatchObject([{ max: 8, short: 5, cost: 25_000, before: 4 }])
    expect(compareStandings(before, before)).toEqual([])
  })

  it('never falls when people join, and never rounds away more than one piece', () => {
    const roundings = fc.constantFrom('ceil', 'floor', 'halfUp' as const)
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 300 }),
        roundings,
        (people, qty, rounding) => {
          const pieces = roundPieces(people * qty, rounding)
          expect(Math.abs(pieces * PIECE - people * qty)).toBeLessThan(PIECE)
          expect(roundPieces((people + 1) * qty, rounding)).toBeGreaterThanOrEqual(pieces)
        },
      ),
    )
    const tiers = fc.uniqueArray(
      fc.record({
        from: fc.integer({ min: 0, max: 500 }),
        per: fc.integer({ min: 1, max: 60 }),
        qty: fc.integer({ min: 0, max: 300 }),
      }),
      { selector: ({ from }) => from, minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2000 }), tiers, roundings, (people, bands, rounding) => {
        const shares = tierShares(people, bands, rounding)
        const sum = (list: typeof shares) => list.reduce((total, { qty }) => total + qty, 0)
        // Every person beyond the first band stands in exactly one band.
        const first = Math.min(...bands.map(({ from }) => from))
        expect(shares.reduce((total, share) => total + share.people, 0)).toBe(Math.max(0, people - first))
        expect(sum(tierShares(people + 1, bands, rounding))).toBeGreaterThanOrEqual(sum(shares))
      }),
    )
  })
})

describe('next issues of clothing (STD-05)', () => {
  const profile = { deptId: 7, rankLevel: 'staff', postType: 'office', personType: 'police', gender: '1' }
  const coat = (more: Partial<StandardRule> = {}) => rule({ clothingCycle: 'year3', ...more })
  const issue = (id: number, more: { itemId?: number; userId?: number; nextDueAt?: string | null } = {}) => ({
    id,
    userId: 1,
    itemId: 1,
    cycleStart: '2025-05-01',
    nextDueAt: '2027-05-01',
    ...more,
  })

  it('ends a cycle on the same day, on the last of February after a leap day, and never for what is issued once', () => {
    expect([
      nextDueOf('2025-05-01', 'year1'),
      nextDueOf('2024-02-29', 'year2'),
      nextDueOf('2024-02-29', 'year5'),
      nextDueOf('2025-05-01', 'oneTime'),
    ]).toEqual(['2026-05-01', '2026-02-28', '2029-02-28', null])
  })

  it('changes what the standards now say otherwise and leaves what they do not speak of', () => {
    const profiles = new Map([
      [1, profile],
      [2, { ...profile, personType: 'auxiliary' }],
    ])
    const auxiliary = coat({
      id: 2,
      clothingCycle: 'oneTime',
      target: { ...everyone, personTypes: ['auxiliary'] },
    })
    const issues = [
      issue(1),
      issue(2, { nextDueAt: '2028-05-01' }),
      issue(3, { itemId: 9 }),
      issue(4, { userId: 2 }),
      issue(5, { userId: 3 }),
    ]
    expect(dueChanges(issues, profiles, [coat(), auxiliary]).map(({ id, after }) => [id, after])).toEqual([
      [1, '2028-05-01'],
      [4, null],
    ])
  })
})
