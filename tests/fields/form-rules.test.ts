/** The rules of a ticket's form say the same in the browser and on the server, whatever they ask about (20.1, 25.10). */
import { describe, expect, it } from 'vitest'
import type { Facts } from '#machines/ticket/definition/definition.ts'
import type { FormDefinition } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import { visibility } from '#src/fields/conditions.ts'
import { boolean, type FormData, money, text } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'

const isLarge = { field: 'amount', op: 'gt', value: 1000 } as const
const isLed = { field: 'applicant.isDeptLeader', op: 'eq', value: true } as const
const fields = {
  isPaid: boolean(),
  total: money({ visibleWhen: { field: 'isPaid', op: 'eq', value: true } }),
  reason: text(50, { required: isLarge, visibleWhen: isLarge }),
  deputy: text(50, { required: isLed, visibleWhen: isLed }),
}
const form: FormDefinition = { sections: [{ key: 'main', fields }], amountField: 'total' }
const given = { today: '2026-03-02', now: '2026-03-02 09:00:00' }
const applicant = (isDeptLeader: boolean): Facts => ({ 'applicant.isDeptLeader': isDeptLeader, 'applicant.id': 7 })

/** What the screen shows, and what the check of the same rules demands. */
function judged(values: FormData, isDeptLeader: boolean, written = fields as Partial<typeof fields>) {
  const { facts, amountField } = formRules(form, applicant(isDeptLeader), values)
  const { visible } = visibility(fields, values, facts, amountField)
  const asked = Object.fromEntries(Object.keys(written).map((name) => [name, values[name] ?? null]))
  const { problems } = checkForm(written as typeof fields, asked, given, { facts, amountField })
  return { shown: [...visible].sort(), missing: Object.keys(problems).sort() }
}

describe('the rules of a form that ask about the amount and the applicant (20.1)', () => {
  it('show and demand a field above an amount, whatever the amount field is called', () => {
    expect(judged({ isPaid: true, total: '1000.00' }, false)).toEqual({ shown: ['isPaid', 'total'], missing: [] })
    expect(judged({ isPaid: true, total: '1000.01' }, false)).toEqual({
      shown: ['isPaid', 'reason', 'total'],
      missing: ['reason'],
    })
  })

  it('take the amount of a hidden field for nothing (WF-06)', () => {
    expect(judged({ isPaid: false, total: '5000.00' }, false)).toEqual({ shown: ['isPaid'], missing: [] })
  })

  it('show and demand a field of department leaders from them alone', () => {
    expect(judged({ isPaid: false }, true)).toEqual({ shown: ['deputy', 'isPaid'], missing: ['deputy'] })
    expect(judged({ isPaid: false }, false)).toEqual({ shown: ['isPaid'], missing: [] })
  })

  it('know the amount where it is not asked for in this step', () => {
    const { isPaid: _, total: __, ...later } = fields
    expect(judged({ isPaid: true, total: '2000.00' }, false, later).missing).toEqual(['reason'])
  })
})
