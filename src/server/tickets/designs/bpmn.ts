import { fieldsOf as factsIn, type Leaf } from '#machines/ticket/conditions.ts'
import type { Condition, WorkflowDefinition } from '#machines/ticket/definition.ts'
import { fromBpmn } from '#machines/ticket/formats/bpmnIn.ts'
import { XmlError } from '#machines/ticket/formats/xml.ts'
import { conditionsOf } from '#machines/ticket/partition.ts'
import { headFields } from '#src/define/application.ts'
import type { BpmnRefusal, DesignFile } from '#src/define/designs.ts'
import { RuleError } from '#src/define/problem.ts'
import type { Field } from '#src/fields/field.ts'
import type { Reader } from '../lines.ts'
import { starter } from './administer.ts'

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

/** Fields of the new form that the conditions of the file ask about and nobody else knows. */
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

/**
 * A BPMN file as a design that can be imported (25.11): its way and conditions, with the form and the people a new workflow
 * begins with. @throws RuleError workflow.bpmnMalformed, workflow.bpmnFaulty with a {@link BpmnRefusal} as data.
 */
export function readBpmn({ engine, language }: Reader, text: string): DesignFile {
  const said = (key: string, params: readonly (string | number)[]): string =>
    engine.texts.say(language, { key, params })
  const naming = { key: 'cst_', name: '', nameEn: '', code: '' }
  const { basics, form, definition: blank } = starter(engine, naming, 'receive')
  try {
    const { name, definition, faults } = fromBpmn(text, blank.key, blank.group)
    if (definition === null) {
      const lines = faults.map(({ reason, element, detail }) => ({
        element,
        message: said(`workflow.bpmn.${reason}`, [element, detail]),
      }))
      throw new RuleError('workflow.bpmnFaulty', lines.length).with({ faults: lines } satisfies BpmnRefusal)
    }
    const [section, ...others] = form.sections
    const asked = askedFields(definition)
    const sections = section ? [{ ...section, fields: { ...section.fields, ...asked } }, ...others] : form.sections
    const labels = Object.fromEntries(Object.keys(asked).map((field) => [field, { zhHans: field, en: field }]))
    return {
      format: 'jingbao.workflow',
      formatVersion: 1,
      definition,
      form: {
        ...form,
        sections,
        labels: { ...form.labels, ...labels },
        ...(Object.hasOwn(asked, TOTAL) && { amountField: TOTAL }),
      },
      basics: { ...basics, name, nameEn: name },
    }
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    throw new RuleError('workflow.bpmnMalformed', error.line, said(`workflow.xml.${error.reason}`, []))
  }
}
