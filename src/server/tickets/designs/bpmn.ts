import { fieldsOf as factsIn, type Leaf } from '#machines/ticket/definition/conditions.ts'
import type { Condition, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { type BpmnFault, type BpmnNote, noteKinds } from '#machines/ticket/formats/bpmn/notes.ts'
import { conditionsOf } from '#machines/ticket/verify/partition.ts'
import { type FormDefinition, headFields } from '#src/define/application.ts'
import { type ProblemParam, RuleError } from '#src/define/problem.ts'
import type { BpmnAnswer, BpmnNoteLine, BpmnRefusal } from '#src/define/workflows/designs.ts'
import type { Field } from '#src/fields/field.ts'
import type { Reader } from '../queries/lines.ts'
import { starter } from './administer.ts'
import { formSchema } from './formSchema.ts'
import { basicsSchema, definitionSchema } from './schema.ts'

const AMOUNT = 'amount'
/** The field whose value is the amount of the ticket. */
const TOTAL = 'total'

/** Comparisons in a condition. */
const leavesOf = (condition: Condition): readonly Leaf[] =>
  'all' in condition
    ? condition.all.flatMap(leavesOf)
    : 'any' in condition
      ? condition.any.flatMap(leavesOf)
      : [condition]

/** A field whose values can be compared with what the file compares them with. */
function fieldFor(leaves: readonly Leaf[]): Field {
  const values = leaves.flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
  if (values.some((value) => typeof value === 'boolean')) return { kind: 'boolean' }
  if (values.some((value) => typeof value === 'number' || (typeof value === 'object' && value !== null)))
    return { kind: 'decimal', precision: 12, scale: 2 }
  return { kind: 'text', max: 50, comparable: true }
}

/** Fields that the conditions of the file name and no other declaration has. */
function askedFields(definition: WorkflowDefinition): Readonly<Record<string, Field>> {
  const conditions = conditionsOf(definition)
  const leaves = conditions.flatMap(leavesOf)
  const names = [...new Set(conditions.flatMap(factsIn))].filter((name) => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(name))
  return Object.fromEntries(
    names
      .filter((name) => !Object.hasOwn(headFields, name))
      .map((name): [string, Field] =>
        name === AMOUNT
          ? [TOTAL, { kind: 'money', required: true }]
          : [name, fieldFor(leaves.filter(({ field }) => field === name))],
      ),
  )
}

/** The parts of a text that are words of BPMN, in the reader's language. */
function detailIn({ engine, language }: Reader, { reason, detail }: BpmnNote): ProblemParam {
  if (reason === 'mode') return { dictionary: 'approveMode', value: detail }
  if (reason === 'timerAction') return { dictionary: 'timeoutAction', value: detail }
  return detail
    .split(', ')
    .map((tag) => engine.texts.find(language, `workflow.bpmnTag.${tag}`) ?? tag)
    .join(', ')
}

/** What became of something, as a sentence; a lane that says who acts has a sentence of its own. */
function lineOf(reader: Reader, note: BpmnNote): BpmnNoteLine {
  const { reason, element } = note
  const key = reason === 'people' && note.detail !== '' ? 'peopleLane' : reason
  const message = reader.engine.texts.say(reader.language, {
    key: `workflow.bpmnNote.${key}`,
    params: [element, detailIn(reader, note)],
  })
  return { kind: noteKinds[reason], element, message }
}

/** @throws RuleError workflow.bpmnFaulty with a {@link BpmnRefusal} as data. */
function refuse({ engine, language }: Reader, faults: readonly BpmnFault[]): never {
  const lines = faults.map(({ reason, element, detail }) => ({
    element,
    message: engine.texts.say(language, {
      key: `workflow.bpmn.${reason}`,
      params: [element, engine.texts.find(language, `workflow.bpmnTag.${detail}`) ?? detail],
    }),
  }))
  throw new RuleError('workflow.bpmnFaulty', lines.length).with({ faults: lines } satisfies BpmnRefusal)
}

/** The element whose settings no definition may have: what stands in extension elements was written by anybody. */
function wrongIn(definition: WorkflowDefinition): BpmnFault | null {
  const checked = definitionSchema.safeParse(definition)
  if (checked.success) return null
  const [list, index, property = ''] = checked.error.issues[0]?.path ?? []
  const state = list === 'states' ? definition.states[Number(index)] : undefined
  return { reason: 'invalid', element: state?.name.zhHans || state?.key || '', detail: String(property) }
}

/** The form a file without one begins with: a field for each thing its conditions ask about. */
function startingForm(
  form: FormDefinition,
  definition: WorkflowDefinition,
): { readonly form: FormDefinition; readonly added: readonly string[] } {
  const [section, ...others] = form.sections
  const added = askedFields(definition)
  const sections = section ? [{ ...section, fields: { ...section.fields, ...added } }, ...others] : form.sections
  const labels = Object.fromEntries(Object.keys(added).map((field) => [field, { zhHans: field, en: field }]))
  const total = Object.hasOwn(added, TOTAL) && { amountField: TOTAL }
  return { form: { ...form, sections, labels: { ...form.labels, ...labels }, ...total }, added: Object.keys(added) }
}

/**
 * A BPMN file as a design that can be imported (25.11), with everything that was dropped, changed or guessed: one of ours as it
 * was, another one with the form and the people a new workflow begins with. It is parsed in a process of its own, so no
 * transaction may be open. @throws RuleError workflow.bpmnMalformed, workflow.bpmnFaulty with a {@link BpmnRefusal} as data.
 */
export async function readBpmn(reader: Reader, text: string, sender: number): Promise<BpmnAnswer> {
  const { engine, language } = reader
  const start = starter(engine, { key: 'cst_', name: '', nameEn: '', code: '' }, 'receive')
  const { key, group } = start.definition
  const { parser } = engine.records.services
  const reading = await parser.parse('bpmn', Buffer.from(text), { key, group }, sender)
  if ('malformed' in reading) {
    const { line, reason } = reading.malformed
    const message = engine.texts.say(language, { key: `workflow.xml.${reason}`, params: [] })
    throw new RuleError('workflow.bpmnMalformed', line, message)
  }
  const { name, definition, faults, parts } = reading
  if (definition === null) return refuse(reader, faults)
  const wrong = wrongIn(definition)
  if (wrong) refuse(reader, [wrong])
  const form = formSchema.safeParse(parts.form)
  const basics = basicsSchema.safeParse(parts.basics)
  const unread = [
    ...('form' in parts && !form.success ? ['form'] : []),
    ...('basics' in parts && !basics.success ? ['basics'] : []),
  ]
  const starting = form.success ? { form: form.data, added: [] } : startingForm(start.form, definition)
  const notes: readonly BpmnNote[] = [
    ...reading.notes,
    ...unread.map((detail) => ({ reason: 'ownPart', element: '', detail }) as const),
    ...(form.success ? [] : [{ reason: 'form', element: '', detail: '' } as const]),
    ...starting.added.map((field) => ({ reason: 'field', element: field, detail: '' }) as const),
  ]
  return {
    design: {
      format: 'jingbao.workflow',
      formatVersion: 1,
      definition,
      form: starting.form,
      basics: basics.success ? basics.data : { ...start.basics, name, nameEn: name },
    },
    notes: notes.map((note) => lineOf(reader, note)),
  }
}
