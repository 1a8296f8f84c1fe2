import { describe, expect, it } from 'vitest'
import { awayOn, daysOfGrid } from '#src/client/components/absences/month.ts'
import { roundAbove, standingOn } from '#src/client/components/charts/ColumnChart.tsx'
import { tilesOf } from '#src/client/components/charts/treemap.ts'
import { addMonths } from '#src/define/days.ts'
import {
  forecastOf,
  inTenThousands,
  largeIn,
  paceOf,
  percentOf,
  scaledIn,
  scoreOf,
  timePercent,
} from '#src/modules/analysis/figures.ts'
import { explain, type Movement } from '#src/modules/finance/pay/reconciliation/reconciliation.ts'
import { laterVoucher } from '#src/modules/finance/pay/vouchers.ts'

describe('figures of the analysis', () => {
  it('BUD-08 spending before the time is told as ahead, not as a negative lag', () => {
    expect([12.3, 0, -8.7].map(paceOf)).toEqual([
      { word: 'lag', points: 12.3 },
      { word: 'lag', points: 0 },
      { word: 'ahead', points: 8.7 },
    ])
  })

  it('BUD-09 dashboards show ten thousands with two decimals, rounded half up from the raw value', () => {
    expect(['0.00', '49.99', '50.00', '123456.50', '-50.00', '38600000.00'].map(inTenThousands)).toEqual([
      '0.00',
      '0.00',
      '0.01',
      '12.35',
      '-0.01',
      '3860.00',
    ])
  })

  it('scales amounts to the unit each language names, rounded half up', () => {
    const amounts = ['38600000.00', '1235.00', '-5000.00']
    expect(amounts.map(scaledIn('en'))).toEqual(['38600.00', '1.24', '-5.00'])
    expect(amounts.map(largeIn('en'))).toEqual(['38.60', '0.00', '-0.01'])
    expect(amounts.map(scaledIn('zhHans'))).toEqual(['3860.00', '0.12', '-0.50'])
    expect(amounts.map(largeIn('zhHans'))).toEqual(['3860.00', '0.12', '-0.50'])
  })

  it('BUD-08 rate and time progress are percent with one decimal', () => {
    expect([percentOf('1.00', '3.00'), percentOf('1.00', '0.00')]).toEqual([33.3, 0])
    expect([timePercent(2026, '2026-03-11'), timePercent(2025, '2026-03-11'), timePercent(2027, '2026-03-11')]).toEqual(
      [19.2, 100, 0],
    )
  })

  it('BUD-34 spending beside the fund plans costs a department points from a fifth on', () => {
    expect([scoreOf(-3, null), scoreOf(4.5, 20), scoreOf(4.5, 31.2), scoreOf(90, 80)]).toEqual([100, 95.5, 84.3, 0])
  })

  it('BUD-63 the forecast is what was used over the time passed, from March on', () => {
    expect(forecastOf('700.00', 2026, '2026-03-11')).toBe('3650.00')
    expect([forecastOf('700.00', 2026, '2026-02-28'), forecastOf('700.00', 2025, '2026-03-11')]).toEqual([null, null])
  })

  it('tiles cover the whole, each as large as its value', () => {
    const tiles = tilesOf([50, 30, 20], 2)
    expect(tiles.map(({ width, height }) => Math.round((width * height) / 100))).toEqual([50, 30, 20])
    expect(tilesOf([], 2)).toEqual([])
  })

  it('parts of a whole stand on each other; what was refunded lifts nothing', () => {
    expect([standingOn([3, 2, 1]), standingOn([3, -2, 1])]).toEqual([
      [0, 3, 5],
      [0, 3, 3],
    ])
  })

  it('30.9 a month begins in its week, and counts who is away from the first day to the last', () => {
    expect(daysOfGrid('2026-03').slice(0, 8)).toEqual([...Array(6).fill(null), '2026-03-01', '2026-03-02'])
    expect(daysOfGrid('2026-02')).toHaveLength(6 + 28)
    expect([addMonths('2026-01', -1), addMonths('2026-12', 1)]).toEqual(['2025-12', '2027-01'])
    const trips = [{ startDate: '2026-03-01', endDate: '2026-03-03' }]
    expect(['2026-02-28', '2026-03-01', '2026-03-03', '2026-03-04'].map((day) => awayOn(trips, day).length)).toEqual([
      0, 1, 1, 0,
    ])
  })

  it('scales end at a round number', () => {
    expect([0, 0.7, 3, 24, 51, 1000].map(roundAbove)).toEqual([1, 0.8, 4, 40, 60, 1000])
  })
})

describe('the cashier', () => {
  it('counts voucher numbers on, keeping their width', () => {
    expect([
      laterVoucher('PZ-2026-0009', 1),
      laterVoucher('PZ-9', 1),
      laterVoucher('A', 2),
      laterVoucher('7', 0),
    ]).toEqual(['PZ-2026-0010', 'PZ-10', 'A', '7'])
  })

  it('FIN-96 gives every difference its reason', () => {
    const movement = (
      paid: string,
      consumed: string,
      due: string,
      spent: string,
      ticketId: number | null = 1,
      recovered = '0.00',
    ): Movement => ({
      ticketId,
      ticketNo: null,
      paid,
      consumed,
      due,
      spent,
      recovered,
    })
    const reasons = explain([
      movement('5.00', '5.00', '5.00', '5.00'),
      movement('0.00', '5.00', '5.00', '5.00'),
      movement('5.00', '0.00', '5.00', '5.00'),
      movement('0.00', '-5.00', '0.00', '0.00'),
      movement('0.00', '5.00', '0.00', '0.00', null),
      movement('6.00', '5.00', '6.00', '5.00'),
      movement('-5.00', '0.00', '0.00', '5.00', 1, '5.00'),
      movement('-5.00', '0.00', '0.00', '0.00'),
    ]).map(({ reason, difference }) => [reason, difference])
    expect(reasons).toEqual([
      ['waiting', '-5.00'],
      ['earlier', '5.00'],
      ['refunded', '5.00'],
      ['outside', '-5.00'],
      ['unexplained', '1.00'],
      ['recovered', '-5.00'],
      ['recovered', '-5.00'],
    ])
  })
})
