import { describe, expect, it } from 'vitest'
import { verify } from '#machines/ticket/verify/verify.ts'
import { settingPlaceOf } from '#src/client/designer/model/quickFix.ts'
import { returnChoices } from '#src/client/designer/model/returns.ts'
import { shippedTypes } from '#tests/models/workflows/shipped.ts'
import { row, state } from '#tests/models/workflows/small.ts'
import { sound } from '#tests/models/workflows/sound.ts'

const surroundings = { fields: ['amount', 'days'], thresholds: {} }
const { allowReturn: _, ...copy } = state('copy', { kind: 'cc', emptyPolicy: { type: 'skip' } })
const definition = row([
  state('first', { allowReturn: 'start' }),
  state('second', { allowReturn: 'any' }),
  state('office', { kind: 'handle', allowReturn: 'start' }),
  copy,
])
const offered = (key: string, allowReturn?: 'start' | 'any') => {
  const states = definition.states.map((one) =>
    one.key === key ? { ...one, ...(allowReturn && { allowReturn }) } : one,
  )
  const whole = { ...definition, states }
  return returnChoices(whole, states.find((one) => one.key === key)!)
}
const values = (key: string) => offered(key).map(({ value }) => value)

describe('the returns the designer offers (25.3)', () => {
  it('are those the engine allows: the applicant from work, an earlier step only where one approves before', () => {
    expect([values('first'), values('second'), values('office'), values('copy')]).toEqual([
      ['none', 'start'],
      ['none', 'start', 'any'],
      ['none', 'start'],
      ['none'],
    ])
  })

  it('show what is set and not allowed, so that it can be taken back', () => {
    expect(offered('office', 'any').at(-1)).toEqual({ value: 'any', isAllowed: false })
    expect(offered('copy', 'start').at(-1)).toEqual({ value: 'start', isAllowed: false })
  })

  it('have no fault, and every other one has a fault whose setting is the return', () => {
    const workflows = [...Object.values(sound), ...shippedTypes.map(({ workflow }) => workflow), definition]
    const faultsWith = (whole: typeof definition, key: string, allowReturn: 'start' | 'any') => {
      const states = whole.states.map((one) => (one.key === key ? { ...one, allowReturn } : one))
      return verify({ ...whole, states }, surroundings)
        .filter(({ state: at, message }) => at === key && message.key.startsWith('workflow.fault.return'))
        .map(({ state: at, message }) =>
          settingPlaceOf(whole, {
            name: message.key.slice('workflow.fault.'.length),
            state: at,
            params: message.params,
          }),
        )
    }
    for (const whole of workflows)
      for (const one of whole.states)
        for (const choice of ['start', 'any'] as const) {
          const isOffered = returnChoices(whole, one).some(({ value, isAllowed }) => value === choice && isAllowed)
          const spots = faultsWith(whole, one.key, choice).flatMap((place) => place?.spots ?? [])
          expect([whole.key, one.key, choice, spots.includes('allowReturn')]).toEqual([
            whole.key,
            one.key,
            choice,
            !isOffered,
          ])
        }
  })
})
