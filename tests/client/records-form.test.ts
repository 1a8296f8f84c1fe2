import { describe, expect, it } from 'vitest'
import {
  changesOf,
  firstProblem,
  formReducer,
  isDirty,
  orderedProblems,
  problemsBelow,
  problemsOfChanges,
  startForm,
  withoutPaths,
  writeValue,
  writtenIn,
} from '#src/client/components/forms/form.ts'
import { formKeyOf } from '#src/client/components/forms/formKeys.ts'
import { asShown, revealedIn } from '#src/client/records/form/revealed.ts'
import { problemOf } from '#src/define/problem.ts'
import { type Field, type FieldValue, lines, money, person, reference, text } from '#src/fields/field.ts'
import { checkForm } from '#src/fields/form.ts'
import { computedIn } from '#src/fields/lines/computed.ts'

const required = [problemOf('check.required')]
const late = [problemOf('check.notBefore', '2026-01-01')]
const start = startForm({ name: 'a', amount: null, lines: [{ amount: '1.00' }, { amount: '2.00' }] })
const change = (state: typeof start, name: string, value: FieldValue) =>
  formReducer(state, { type: 'changed', name, value })

describe('a form (FORM-STD)', () => {
  it('is dirty once something differs from what was loaded, and clean again when it is put back', () => {
    expect(isDirty(start)).toBe(false)
    const typed = change(start, 'name', 'b')
    expect(isDirty(typed)).toBe(true)
    expect(isDirty(change(typed, 'name', 'a'))).toBe(false)
  })

  it('does not call an emptied box a change when there was nothing in it', () => {
    expect(isDirty(change(start, 'amount', ''))).toBe(false)
    expect(isDirty(change(start, 'files', []))).toBe(false)
  })

  it('sends of the rows of a sub-table what the person wrote, not the names and sums the server added', () => {
    const fields = {
      title: text(10),
      legs: lines({ fromArea: reference('area'), note: text(10), held: money({ computed: true }) }, { min: 1, max: 9 }),
    }
    const shown = { title: 'a', other: 'b', legs: [{ fromArea: 17, fromAreaLabel: '演示东市', held: '1.00' }] }
    expect(writtenIn(fields, shown)).toEqual({ title: 'a', legs: [{ fromArea: 17, note: null }] })
    expect(writtenIn(fields, { title: 'a' })).toEqual({ title: 'a', legs: null })
  })

  it('takes no typing while it is being saved', () => {
    const sent = formReducer(start, { type: 'sent' })
    expect(change(sent, 'name', 'b')).toBe(sent)
  })

  it('is clean after saving', () => {
    const saved = formReducer(formReducer(change(start, 'name', 'b'), { type: 'sent' }), {
      type: 'saved',
      values: { name: 'b' },
    })
    expect(saved).toEqual(startForm({ name: 'b' }))
  })

  it('counts refusals, so that the same first problem is focused again', () => {
    const once = formReducer(start, { type: 'refused', problems: { name: required } })
    expect(formReducer(once, { type: 'refused', problems: { name: required } }).refusals).toBe(2)
  })

  it('drops the problem of a field that is typed in, and keeps the others', () => {
    const refused = formReducer(start, { type: 'refused', problems: { name: required, amount: required } })
    expect(change(refused, 'amount', '5').problems).toEqual({ name: required })
  })

  it('drops the problem of the one cell of a sub-table that is typed in', () => {
    const refused = formReducer(start, {
      type: 'refused',
      problems: { 'lines.0.amount': required, 'lines.1.amount': required },
    })
    expect(change(refused, 'lines', [{ amount: '1.00' }, { amount: '3.00' }]).problems).toEqual({
      'lines.0.amount': required,
    })
  })

  it('drops all problems of a sub-table when its rows are no longer the same', () => {
    const refused = formReducer(start, { type: 'refused', problems: { name: required, 'lines.1.amount': required } })
    expect(change(refused, 'lines', [{ amount: '2.00' }]).problems).toEqual({ name: required })
  })

  it('keeps what was typed over the newest values after a conflict (4009)', () => {
    const conflicted = formReducer(change(start, 'name', 'mine'), { type: 'conflicted' })
    expect(conflicted.conflict).toBe(true)
    const rebased = formReducer(conflicted, { type: 'rebased', values: { name: 'theirs', amount: '9.00', lines: [] } })
    expect(rebased).toMatchObject({ conflict: false, values: { name: 'mine', amount: '9.00', lines: [] } })
    expect(changesOf(rebased)).toEqual({ name: 'mine' })
  })

  it('does not become dirty by values the server works out', () => {
    expect(isDirty(formReducer(start, { type: 'computed', values: { days: '2.0' } }))).toBe(false)
  })

  it('stays dirty when the server works out columns of rows the person wrote', () => {
    const typed = change(start, 'lines', [{ amount: '3.00' }])
    expect(
      isDirty(formReducer(typed, { type: 'computed', values: { lines: [{ amount: '3.00', held: '1.00' }] } })),
    ).toBe(true)
    const untouched = formReducer(start, {
      type: 'computed',
      values: { lines: [{ amount: '1.00', held: '9.00' }, { amount: '2.00' }] },
    })
    expect(isDirty(untouched)).toBe(false)
  })

  it('does not call another choice by the name of the one before', () => {
    const given = startForm({ lineId: 5, lineIdLabel: '30201 办公费', note: 'a' })
    expect(change(given, 'lineId', 7).values).toEqual({ lineId: 7, note: 'a' })
    const names: unknown = ['甲', '乙']
    const copied = { ccUserIds: [1, 2], ccUserIdsLabel: names as FieldValue }
    expect(writeValue(copied, 'ccUserIds', [2, 3])).toEqual({
      ccUserIds: [2, 3],
      ccUserIdsLabel: ['乙', ''],
    })
    expect(writeValue({ fromArea: 5, fromAreaLabel: '演示东市', day: null }, 'fromArea', 7)).toEqual({
      fromArea: 7,
      day: null,
    })
  })

  it('takes the names of what computed columns refer to from the answer', () => {
    const fields = {
      trips: lines({ tripId: reference('travelTrip'), userId: person({ computed: true }) }, { min: 1, max: 9 }),
    }
    const answer = { trips: [{ tripId: 3, tripIdLabel: 'CC1', userId: 42, userIdLabel: '潘示乙' }] }
    expect(computedIn(fields, { trips: [{ tripId: 3 }] }, answer)).toEqual({
      trips: [{ tripId: 3, userId: 42, userIdLabel: '潘示乙' }],
    })
  })
})

describe('problems of a form', () => {
  it('are focused in form order, not in the order they were found', () => {
    expect(firstProblem({ amount: required, 'lines.2.occurDate': required }, ['lines', 'amount'])).toBe(
      'lines.2.occurDate',
    )
    expect(firstProblem({ '': ['no'] }, ['lines', 'amount'])).toBeNull()
  })

  it('stand beside the button in the order of the form, those of no field as one', () => {
    const found = { '': ['budget'], 'lines.0.amount': late, version: ['old'], name: required }
    expect(orderedProblems(found, ['name', 'lines'])).toEqual({
      ofFields: [
        ['name', required],
        ['lines.0.amount', late],
      ],
      ofForm: ['budget', 'old'],
    })
  })

  it('stay in sight while a draft is saved by itself', () => {
    const refused = formReducer(start, { type: 'refused', problems: { name: required } })
    expect(formReducer(refused, { type: 'sent', isQuiet: true }).problems).toEqual({ name: required })
    expect(formReducer(refused, { type: 'sent' }).problems).toEqual({})
  })

  it('reach the rows of a sub-table by their path', () => {
    expect(problemsBelow({ lines: required, 'lines.2.amount': late, 'lines2.x': required }, 'lines')).toEqual({
      '2.amount': late,
    })
  })

  it('of stored values nobody touched are let be, except what is missing', () => {
    const typed = change(start, 'name', 'b')
    expect(problemsOfChanges(typed, { name: late, 'lines.0.amount': late, amount: required })).toEqual({
      name: late,
      amount: required,
    })
  })
})

describe('a draft that cannot take everything (APP-SHELL)', () => {
  it('leaves out malformed fields, empties malformed cells, and keeps the rest', () => {
    const values = { title: 'a', amount: 'x', lines: [{ amount: '1.00' }, { amount: 'y', note: 'b' }] }
    expect(withoutPaths(values, ['amount', 'lines.1.amount'])).toEqual({
      title: 'a',
      lines: [{ amount: '1.00' }, { amount: null, note: 'b' }],
    })
    expect(withoutPaths(values, ['lines'])).toEqual({ title: 'a', amount: 'x' })
  })

  it('keeps what was left out as it was typed, with what is wrong with it, and still counts it as unsaved', () => {
    const typed = formReducer(startForm({ title: 'a', amount: null }), { type: 'changed', name: 'amount', value: 'x' })
    const left = { amount: ['malformed'] }
    const saved = formReducer(typed, { type: 'saved', values: { title: 'a', amount: null }, left })
    expect(saved).toMatchObject({ values: { title: 'a', amount: 'x' }, problems: left, saving: false })
    expect(isDirty(saved)).toBe(true)
  })
})

describe('a field that is left', () => {
  it('shows what the check found at it until it changes, apart from what was refused', () => {
    const left = formReducer(start, { type: 'left', path: 'lines.1.amount', problems: ['malformed'] })
    expect([left.noticed, left.problems]).toEqual([{ 'lines.1.amount': ['malformed'] }, {}])
    const same = formReducer(left, { type: 'changed', name: 'name', value: 'b' })
    expect(same.noticed).toEqual(left.noticed)
    const better = formReducer(left, {
      type: 'changed',
      name: 'lines',
      value: [{ amount: '1.00' }, { amount: '3.00' }],
    })
    expect(better.noticed).toEqual({})
    const sound = formReducer(left, { type: 'left', path: 'lines.1.amount', problems: undefined })
    expect(sound.noticed).toEqual({})
    expect(formReducer(left, { type: 'refused', problems: { name: ['taken'] } }).noticed).toEqual({})
  })
})

describe('an attempt that did not arrive', () => {
  it('is sent again by itself until something is typed, and by hand from then on', () => {
    const lost = formReducer(start, { type: 'unreached' })
    expect(lost).toMatchObject({ unreached: 'waiting', saving: false, values: start.values })
    expect(formReducer(lost, { type: 'changed', name: 'name', value: 'b' }).unreached).toBe('changed')
    expect(formReducer(lost, { type: 'sent' }).unreached).toBeNull()
  })
})

describe('Enter in a form that is submitted on purpose (APP-SHELL)', () => {
  const pressed = {
    key: 'Enter',
    isWithControl: false,
    isComposing: false,
    isTaken: false,
    element: 'INPUT',
    type: 'text',
  }

  it('moves on from a one-line field and never submits; Ctrl+Enter submits', () => {
    expect(formKeyOf(pressed)).toBe('next')
    expect(formKeyOf({ ...pressed, type: 'checkbox' })).toBe('next')
    expect(formKeyOf({ ...pressed, isWithControl: true })).toBe('submit')
    expect(formKeyOf({ ...pressed, element: 'TEXTAREA', type: '', isWithControl: true })).toBe('submit')
  })

  it('is left to texts of several lines, buttons, input methods and open lists', () => {
    expect(formKeyOf({ ...pressed, element: 'TEXTAREA', type: '' })).toBe('none')
    expect(formKeyOf({ ...pressed, element: 'BUTTON', type: 'submit' })).toBe('none')
    expect(formKeyOf({ ...pressed, isComposing: true })).toBe('none')
    expect(formKeyOf({ ...pressed, isTaken: true })).toBe('none')
    expect(formKeyOf({ ...pressed, key: 'a' })).toBe('none')
  })
})

describe('a value that lists show masked', () => {
  const fields = {
    name: { kind: 'text', max: 20 },
    licenseNo: { kind: 'text', max: 18, maskedUnless: 'driver:Update', askedFor: true },
  } as const
  it('is shown when an action answers with it, and nothing of a row or of another answer is', () => {
    expect(revealedIn({ fields }, { licenseNo: '110101199001019999' })).toBe('110101199001019999')
    expect(revealedIn({ fields }, { id: 7, licenseNo: '**** 9999' })).toBeNull()
    expect(revealedIn({ fields }, { name: '张三' })).toBeNull()
    expect(revealedIn({ fields }, null)).toBeNull()
  })

  it('may be sent back masked by the form that was opened with it', () => {
    const field = { ...fields.licenseNo, min: 12 }
    const problemsOf = (one: Field) =>
      checkForm({ licenseNo: one }, { licenseNo: '**** 9999' }, { today: '2026-03-02', now: '2026-03-02 09:30:00' })
        .problems
    expect(Object.keys(problemsOf(field))).toEqual(['licenseNo'])
    expect(problemsOf(asShown(field))).toEqual({})
    const open = text(18, { min: 12 })
    expect(asShown(open)).toBe(open)
  })
})
