/** Faults name states, fields, start and end as their readers call them, never by a key, and carry no rule code (25.10). */
import { describe, expect, it } from 'vitest'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { doubts, verify } from '#machines/ticket/verify/verify.ts'
import type { FormDefinition } from '#src/define/application.ts'
import { languages } from '#src/define/messages.ts'
import { longText } from '#src/fields/field.ts'
import { designsMessages } from '#src/server/messages/designs.messages.ts'
import { workflowsMessages } from '#src/server/messages/workflows.messages.ts'
import { createTexts } from '#src/server/texts.ts'
import { namedParams, sayFault } from '#src/server/tickets/designs/faults/words.ts'
import { doubtful, faulty, surroundings } from '#tests/models/workflows/faulty.ts'
import { faultyForms, surroundingsIn } from '#tests/models/workflows/forms.ts'

const RULE_CODE = /\b(WFD?-\d+|I\d{1,2}|2[05]\.\d+)\b/
const texts = createTexts([workflowsMessages, designsMessages], { label: () => '资金' })
const nameAt = (index: number) => ({ zhHans: `第${index + 1}号环节`, en: `Step no. ${index + 1}` })

/** The same definition with names that tell nothing of their keys. */
const renamed = (definition: WorkflowDefinition): WorkflowDefinition => ({
  ...definition,
  states: definition.states.map((state, index) =>
    state.name.zhHans.trim() === '' || state.name.en === '' ? state : { ...state, name: nameAt(index) },
  ),
})

/** Placeholders are quoted as they were typed. */
const QUOTING = 'noticePlaceholder'

const cases = [
  ...[...faulty, ...doubtful].map((one) => {
    const { definition, name, what, rule: _rule, path: _path, ...more } = one
    const given = { ...surroundings, ...more }
    const fields = Object.keys(given.known ?? {}).filter((field) => !field.includes('.'))
    return { name, what, definition: renamed(definition), given, fields, form: null }
  }),
  ...faultyForms.map((one) => ({
    name: one.name,
    what: one.what,
    definition: renamed(one.definition),
    given: surroundingsIn(one),
    fields: one.form.sections.flatMap((section) => Object.keys(section.fields)),
    form: one.form,
  })),
]

describe('the text of a fault', () => {
  it.each(languages)('has neither a key nor a rule code in %s', (language) => {
    const wrong = cases.flatMap(({ name, what, definition, given, fields, form: drawn }) => {
      const labels = Object.fromEntries(
        fields.map((field, index) => [field, { zhHans: `第${index}栏`, en: `Field no. ${index}` }]),
      )
      const form: FormDefinition = {
        ...(drawn ?? {
          sections: [{ key: 'main', fields: Object.fromEntries(fields.map((field) => [field, longText(0, 9)])) }],
        }),
        labels,
      }
      const outside = { roles: new Map(), departments: new Map(), states: new Map() }
      const named = namedParams(texts, language, { definition, form }, outside)
      const keys = [...definition.states.map(({ key }) => key), ...fields, 'start', 'end', 'nowhere', 'lost', 'shoes']
      return [...verify(definition, given), ...doubts(definition, given)].flatMap(({ message }) => {
        const said = sayFault(texts, language, message.key, named(message.params))
        const inQuotes = [...said.matchAll(/[“"（(]([^”"）)]+)[”"）)]/g)].flatMap(([, inner = '']) =>
          inner.split(/[、,，:=：\s]+/),
        )
        const found = inQuotes.filter((word) => keys.includes(word))
        if (name === QUOTING) return []
        return RULE_CODE.test(said) || found.length > 0 ? [{ name, what, said }] : []
      })
    })
    expect(wrong).toEqual([])
  })

  it.each(languages)('names no rule code in any sentence of the catalogue in %s', (language) => {
    const sentences = [workflowsMessages, designsMessages].flatMap((catalogue) =>
      Object.values(catalogue[language].workflow.fault),
    )
    expect(sentences.filter((sentence) => RULE_CODE.test(sentence))).toEqual([])
  })
})
