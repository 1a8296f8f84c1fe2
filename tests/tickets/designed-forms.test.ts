/** Forms an administrator designed: computed fields, rules, sections under a condition, defaults (docs/workflows.md). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDefinition } from '#src/define/application.ts'
import type { FormCheck, TicketAnswer, TicketDetail } from '#src/define/tickets/detail.ts'
import type { ApplicationStart } from '#src/define/tickets/types.ts'
import type { DraftAnswer, PublishAnswer } from '#src/define/workflows/designs.ts'
import type { VerifyAnswer } from '#src/define/workflows/workflows.ts'
import type { FormData } from '#src/fields/field.ts'
import { type Formula, fieldsRead } from '#src/fields/formula/formula.ts'
import { parseFormula } from '#src/fields/formula/parse.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app.ts'
import { oneEngine } from '#tests/harness/engines.ts'
import { act } from '#tests/harness/tickets.ts'

const WORKFLOWS = '/api/workflow/workflow/'
const TICKETS = '/api/workflow/ticket/'
const TYPE = 'cst_supplies'

const read = (source: string): Formula => {
  const parsed = parseFormula(source, {
    find: (name) => {
      const [field = '', column] = name.split('.')
      return column === undefined ? { field } : { column, of: field }
    },
    nameOf: (part) => fieldsRead(part).join(),
    entryOf: () => null,
    labelOf: () => null,
  })
  if ('problem' in parsed) throw new Error(source)
  return parsed.formula
}
const by = (source: string) => ({ computed: true, formula: read(source) }) as const
const text = (name: string) => ({ zhHans: name, en: name })

const designedForm: FormDefinition = {
  sections: [
    {
      key: 'content',
      title: text('content'),
      fields: {
        items: {
          kind: 'lines',
          min: 1,
          max: 20,
          fields: {
            what: { kind: 'text', max: 20, required: true },
            qty: { kind: 'integer', required: true },
            price: { kind: 'money', isRate: true, required: true },
            amount: { kind: 'money', ...by('[qty] * [price]') },
          },
        },
        total: { kind: 'money', max: '5000.00', ...by('SUM([items.amount])') },
        from: { kind: 'date' },
        to: { kind: 'date' },
        days: { kind: 'integer', ...by('WORKDAYS([from], [to])') },
        keeper: { kind: 'person' },
        place: { kind: 'text', max: 50 },
      },
    },
    {
      key: 'large',
      title: text('large'),
      visibleWhen: { field: 'total', op: 'gt', value: 1000 },
      fields: { why: { kind: 'text', max: 50, required: true } },
    },
  ],
  labels: Object.fromEntries(
    ['items', 'items.what', 'items.qty', 'items.price', 'items.amount', 'total', 'from', 'to', 'days', 'keeper']
      .concat('place', 'why')
      .map((path) => [path, text(path)]),
  ),
  hints: { place: text('room') },
  rules: [{ formula: read('[to] >= [from]'), message: { zhHans: '先后颠倒', en: 'The wrong way round' }, field: 'to' }],
  defaults: { keeper: 'applicant', place: 'last' },
  amountField: 'total',
}

describe.each(oneEngine)('a designed form on %s', (engine) => {
  let app: TestApp
  let designer: Client
  let pan: Client
  let id = 0
  let revision = 0
  const keep = async (form: FormDefinition) => {
    const { draft } = (await designer.get<DraftAnswer>(`${WORKFLOWS}${id}/draft/`)).data
    const { definition, basics } = draft
    const answer = await designer.put<DraftAnswer>(`${WORKFLOWS}${id}/draft/`, {
      definition,
      basics,
      form,
      revision,
    })
    if (answer.code === 2000) revision = answer.data.draft.revision
    return answer
  }
  const faultsOf = async (form: FormDefinition) => {
    expect((await keep(form)).code).toBe(2000)
    const { faults } = (await designer.post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, {})).data
    return faults.map(({ rule, name }) => `${rule} ${name}`)
  }
  beforeAll(async () => {
    app = await startApp({ engine })
    designer = await app.as('fang54')
    pan = await app.as('pan42')
    const naming = { key: TYPE, name: '零星领用', nameEn: 'Supplies', code: 'LX', group: 'receive' }
    id = (await designer.post<{ id: number }>(WORKFLOWS, naming)).data.id
    revision = (await designer.get<DraftAnswer>(`${WORKFLOWS}${id}/draft/`)).data.draft.revision
  })
  afterAll(() => app.close())

  const head = { title: '科室领用', reason: '科室日常零星领用', urgency: 'normal', mobile: '13800000042' }
  const row = (qty: number, price: string, more = {}) => ({ what: '打印纸', qty, price, ...more })
  const file = (formData: FormData, submit = true) =>
    pan.post<TicketAnswer>(TICKETS, { type: TYPE, formData: { ...head, ...formData }, submit })
  const formOf = async (ticket: number): Promise<FormData> =>
    (await pan.get<TicketDetail>(`${TICKETS}${ticket}/`)).data.formData as FormData

  const withField = (name: string, field: object): FormDefinition => {
    const [first, ...others] = designedForm.sections
    if (first === undefined) throw new Error('no section')
    return {
      ...designedForm,
      labels: { ...designedForm.labels, [name]: text(name) },
      sections: [{ ...first, fields: { ...first.fields, [name]: field as never } }, ...others],
    }
  }

  it.each([
    ['FRM-06 formulaUnknown', { kind: 'money', ...by('[gone]') }],
    ['FRM-06 formulaUnread', { kind: 'money', ...by('[keeper]') }],
    ['FRM-06 formulaOperands', { kind: 'money', ...by('ROUND([total])') }],
    ['FRM-06 formulaResult', { kind: 'money', ...by('[from]') }],
    ['FRM-06 formulaCircle', { kind: 'money', ...by('[extra] + 1') }],
    ['FRM-06 formulaWritten', { kind: 'money', formula: read('[total]') }],
    ['20.1 computedUnknown', { kind: 'money', computed: true }],
  ])('%s is found before it is published', async (fault, field) => {
    expect(await faultsOf(withField('extra', field))).toEqual([fault])
  })

  it.each([
    ['FRM-09 ruleFormula', { rules: [{ formula: read('[total]'), message: text('no'), field: 'to' }] }],
    ['FRM-09 ruleField', { rules: [{ formula: read('[to] > [from]'), message: text('no'), field: 'gone' }] }],
    ['FRM-09 ruleUnsaid', { rules: [{ formula: read('[to] > [from]'), message: text(''), field: 'to' }] }],
    ['FRM-10 defaultKind', { defaults: { from: 'last' } }],
    ['FRM-10 defaultKind', { defaults: { keeper: 'applicantDept' } }],
    ['20.1 hintUnknown', { hints: { gone: text('x') } }],
  ] as const)('%s is found before it is published', async (fault, patch) => {
    expect(await faultsOf({ ...designedForm, ...(patch as Partial<FormDefinition>) })).toEqual([fault])
  })

  it('two fields, or two columns, of one name are worth a word, whatever language they share it in', async () => {
    const labels = { ...designedForm.labels, days: text('total'), 'items.price': { zhHans: '价', en: 'items.qty' } }
    expect((await keep({ ...designedForm, labels })).code).toBe(2000)
    const { ok, warnings } = (await designer.post<VerifyAnswer>(`${WORKFLOWS}${id}/draft/verify/`, {})).data
    expect(ok).toBe(true)
    const same = warnings.filter(({ name }) => name === 'fieldSameName').map(({ params }) => params.field)
    expect(same).toEqual(['days', 'items.price'])
  })

  it('FRM-01 a formula that is no formula is refused as malformed, and so is one of 11 levels', async () => {
    const deep = (levels: number): Formula =>
      levels === 0 ? { field: 'total' } : { call: 'negate', with: [deep(levels - 1)] }
    expect((await keep(withField('extra', { kind: 'money', computed: true, formula: deep(10) }))).code).toBe(2000)
    for (const formula of [deep(11), { call: 'eval', with: [] }, { field: 'a b' }, { number: '1e3' }, 'total', null])
      expect((await keep(withField('extra', { kind: 'money', computed: true, formula }))).code).toBe(4000)
  })

  it('is published when nothing is wrong with it', async () => {
    expect(await faultsOf(designedForm)).toEqual([])
    const published = await designer.post<PublishAnswer>(`${WORKFLOWS}${id}/publish/`, { revision })
    expect(published.data).toEqual({ id, versionNo: 1 })
  })

  it('FRM-01 the server computes what is stored, whatever is sent for it', async () => {
    const { data } = await file({ items: [row(2, '400.00'), row(3, '0.35')], from: '2026-03-13', to: '2026-03-16' })
    expect(await formOf(data.id)).toMatchObject({
      items: [row(2, '400.00', { amount: '800.00' }), row(3, '0.35', { amount: '1.05' })],
      total: '801.05',
      days: 2,
      why: null,
    })
    const forged = await file({ items: [row(1, '10.00', { amount: '0.01' })], total: '0.01' })
    // A column that is computed is as unknown to a body as one that does not exist.
    if (forged.code === 2000) expect(await formOf(forged.data.id)).toMatchObject({ total: '10.00' })
    else expect(forged.code).toBe(4000)
  })

  it('FRM-02 a total above the limit of its field is refused at it, and a draft of it is kept', async () => {
    const above = { items: [row(1, '5000.01')], why: 'much' }
    const refused = await file(above)
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([4000, ['total']])
    expect((await file(above, false)).code).toBe(2000)
    expect((await file({ ...above, items: [row(1, '5000.00')] })).code).toBe(2000)
  })

  it('FRM-08 a section shows and asks where its condition holds by a computed field, and not below', async () => {
    const refused = await file({ items: [row(1, '1000.01')] })
    expect([refused.code, Object.keys(refused.errors ?? {})]).toEqual([4000, ['why']])
    const { data } = await file({ items: [row(1, '1000.00')], why: 'kept out' })
    expect((await formOf(data.id)).why).toBeNull()
  })

  it('FRM-09 a rule refuses in the words of its administrator, only once both its fields are filled in', async () => {
    const items = [row(1, '1.00')]
    const refused = await file({ items, from: '2026-03-16', to: '2026-03-13' })
    expect([refused.code, refused.errors]).toEqual([4000, { to: ['先后颠倒'] }])
    expect((await file({ items, from: '2026-03-16', to: '2026-03-13' }, false)).code, 'a draft').toBe(2000)
    expect((await file({ items, from: '2026-03-16' })).code).toBe(2000)
    expect((await file({ items, from: '2026-03-16', to: '2026-03-16' })).code).toBe(2000)
    const check = await pan.post<FormCheck>('/api/workflow/ticket/check/', {
      type: TYPE,
      formData: { items, from: '2026-03-16', to: '2026-03-13' },
      ticketId: null,
    })
    expect(check.data.problems.to).toEqual(['先后颠倒'])
  })

  it('FRM-10 a new form begins with the applicant, and with what was submitted last and not with a draft', async () => {
    const start = async () =>
      (await pan.get<ApplicationStart>(`/api/workflow/application_types/${TYPE}/`)).data.defaults
    expect((await start()).keeper).toBe(pan.userId)
    expect((await start()).place).toBeNull()
    expect((await file({ items: [row(1, '1.00')], place: '三楼' })).code).toBe(2000)
    expect((await file({ items: [row(1, '1.00')], place: '地下室' }, false)).code).toBe(2000)
    expect((await start()).place).toBe('三楼')
    const other = await app.as('ge43')
    const { defaults } = (await other.get<ApplicationStart>(`/api/workflow/application_types/${TYPE}/`)).data
    expect([defaults.keeper, defaults.place]).toEqual([other.userId, null])
  })

  it('FRM-01 what is approved is the computed form', async () => {
    const { data } = await file({ items: [row(2, '3.50')] })
    const zhang = await app.as('zhang39')
    expect((await act(zhang, data.id, 'approve')).code).toBe(2000)
    expect(await formOf(data.id)).toMatchObject({ total: '7.00' })
  })
})
