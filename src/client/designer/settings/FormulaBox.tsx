import { FormGroup, TextArea } from '@blueprintjs/core'
import { useId, useMemo, useRef, useState } from 'react'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useStartUp } from '#src/client/platform/session/index.ts'
import { formFieldsOf } from '#src/define/application.ts'
import type { Formula } from '#src/fields/formula/formula.ts'
import { type FormulaProblem, functionNames, MAX_CHARACTERS, parseFormula } from '#src/fields/formula/parse.ts'
import { printFormula } from '#src/fields/formula/print.ts'
import { type FormulaFault, typeOfFormula } from '#src/fields/formula/typing.ts'
import { useDesigner } from '../context.ts'
import { fieldsAround, formulaFields, formulaNames } from '../model/formulaNames.ts'
import { formulaWords } from '../model/formulaWords.ts'
import { ChoiceBox } from '../parts.tsx'

interface Props {
  readonly title: string
  readonly example: string
  readonly formula: Formula | undefined
  /** The sub-table in whose rows it computes; null for the form. */
  readonly table: string | null
  /** Label of any field of the form by its path, whatever the settings around call theirs. */
  readonly label: (path: string) => string
  /** Why the formula cannot stand here; null when it can. */
  readonly faultOf: (formula: Formula) => FormulaFault | null
  /** What it should give, for the fault that it gives something else. */
  readonly result: string
  /** Undefined when the box was emptied. */
  readonly onChange: (formula: Formula | undefined) => void
}

/** A formula as it is typed: checked with every key, said in words, fields and functions picked from lists (FRM-07). */
export function FormulaBox({ title, example, formula, table, label, faultOf, result, onChange }: Props) {
  const t = useT()
  const id = useId()
  const { design } = useDesigner()
  const { dictionaries } = useStartUp()
  const box = useRef<HTMLTextAreaElement>(null)
  /** A text that is no formula yet. */
  const [attempt, setAttempt] = useState<{ readonly text: string; readonly problem: FormulaProblem } | null>(null)
  /** What was typed last and is a formula: it is not printed anew while it is being typed. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly formula: Formula } | null>(null)
  const fields = useMemo(() => formFieldsOf(design.form), [design.form])
  const place = { fields, table }
  const words = {
    label,
    entries: (dictionary: string) => dictionaries.find(({ value }) => value === dictionary)?.children ?? [],
  }
  const names = formulaNames(place, words)
  const isTyped = typed !== null && JSON.stringify(typed.formula) === JSON.stringify(formula)
  const text = attempt?.text ?? (formula === undefined ? '' : isTyped ? typed.text : printFormula(formula, names))

  const write = (next: string): void => {
    const parsed = isBlank(next) ? null : parseFormula(next, names)
    if (parsed !== null && 'problem' in parsed) {
      setAttempt({ text: next, problem: parsed.problem })
      return
    }
    setAttempt(null)
    setTyped(parsed === null ? null : { text: next, formula: parsed.formula })
    onChange(parsed?.formula)
  }
  const insert = (piece: string): void => {
    const area = box.current
    const [from, to] = area === null ? [text.length, text.length] : [area.selectionStart, area.selectionEnd]
    write(text.slice(0, from) + piece + text.slice(to))
    area?.focus()
  }
  const around = fieldsAround(place)
  const isDay = (part: Formula): boolean => {
    const typed = typeOfFormula(part, around)
    return 'type' in typed && typed.type === 'day'
  }
  const fault = formula === undefined || attempt !== null ? null : faultOf(formula)
  const refusal =
    attempt !== null
      ? t(`designer.formulaProblem.${attempt.problem.key}`, [attempt.problem.at + 1, attempt.problem.word])
      : fault === null
        ? null
        : t(`designer.formulaFault.${fault.key}`, [
            'call' in fault ? fault.call.toUpperCase() : 'field' in fault ? fault.field : result,
          ])
  return (
    <>
      <FormGroup
        label={title}
        labelFor={id}
        intent={refusal === null ? 'none' : 'danger'}
        helperText={
          <span id={`${id}-help`} role={refusal === null ? undefined : 'alert'}>
            {refusal ??
              (formula === undefined ? example : t('designer.formula.reads', [formulaWords(formula, names, isDay, t)]))}
          </span>
        }
      >
        <TextArea
          id={id}
          inputRef={box}
          fill
          autoResize
          className="formula-text"
          spellCheck={false}
          maxLength={MAX_CHARACTERS}
          value={text}
          aria-describedby={`${id}-help`}
          aria-invalid={refusal !== null}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </FormGroup>
      <div className="inspector-pair">
        <ChoiceBox
          label={t('designer.formula.insertField')}
          value=""
          options={[
            { value: '', label: t('designer.formula.choose') },
            ...formulaFields(place, words).map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(name) => insert(`[${name}]`)}
        />
        <ChoiceBox
          label={t('designer.formula.insertFunction')}
          value=""
          options={[
            { value: '', label: t('designer.formula.choose') },
            ...Object.entries(functionNames).map(([name, call]) => ({
              value: name,
              label: `${name} ${t(`designer.formula.use.${call}`)}`,
            })),
          ]}
          onChange={(name) => insert(`${name}(`)}
        />
      </div>
    </>
  )
}
