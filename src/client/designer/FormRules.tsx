import { Button } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type FormRule, formFieldsOf } from '#src/define/application.ts'
import { fieldsRead } from '#src/fields/formula/formula.ts'
import { ruleFault } from '#src/fields/formula/typing.ts'
import { useDesigner } from './context.ts'
import { addRule, patchRule, removeRule } from './model/rules.ts'
import { ChoiceBox, Line } from './parts.tsx'
import { FormulaBox } from './settings/FormulaBox.tsx'

/** Longest message of a rule. */
const MAX_LENGTH = 100

/** What must hold between the fields of the form before it is submitted (FRM-09). */
export function FormRules() {
  const t = useT()
  const { design, change, label } = useDesigner()
  /** A rule begins as an empty box: it is one of the form once its formula can be read. */
  const [isAdding, setAdding] = useState(false)
  const fields = formFieldsOf(design.form)
  const { rules = [] } = design.form
  const box = {
    table: null,
    label,
    title: t('designer.rule.formula'),
    example: t('designer.rule.example'),
    result: t('designer.fieldKind.boolean'),
    faultOf: (formula: FormRule['formula']) => ruleFault(formula, fields),
  }
  return (
    <section className="form-section" aria-label={t('designer.rule.title')}>
      <h2>{t('designer.rule.title')}</h2>
      <p className="inspector-hint">{t('designer.rule.hint')}</p>
      {rules.map((rule, index) => (
        <Rule key={index} rule={rule} index={index} box={box} />
      ))}
      {isAdding ? (
        <div className="form-rule">
          <FormulaBox
            {...box}
            formula={undefined}
            onChange={(formula) => {
              if (formula === undefined || box.faultOf(formula) !== null) return
              setAdding(false)
              const [field = ''] = fieldsRead(formula).toReversed()
              change((before) => ({ ...before, form: addRule(before.form, formula, field.split('.')[0] ?? field) }))
            }}
          />
        </div>
      ) : null}
      <Button
        icon={<AddIcon />}
        size="small"
        disabled={isAdding}
        text={t('designer.rule.add')}
        onClick={() => setAdding(true)}
      />
    </section>
  )
}

interface RuleProps {
  readonly rule: FormRule
  readonly index: number
  readonly box: Omit<Parameters<typeof FormulaBox>[0], 'formula' | 'onChange'>
}

function Rule({ rule, index, box }: RuleProps) {
  const t = useT()
  const { design, change, label } = useDesigner()
  const set = (patch: Partial<FormRule>, strand?: string): void =>
    change((before) => ({ ...before, form: patchRule(before.form, index, patch) }), strand)
  const say = (language: keyof FormRule['message']) => (text: string) =>
    set({ message: { ...rule.message, [language]: text } }, `rule ${index} ${language}`)
  const fields = Object.keys(formFieldsOf(design.form))
  return (
    <section className="form-rule" aria-label={t('designer.rule.number', [index + 1])}>
      <FormulaBox {...box} formula={rule.formula} onChange={(formula) => formula && set({ formula })} />
      <div className="inspector-pair">
        <Line
          label={t('designer.rule.message')}
          max={MAX_LENGTH}
          value={rule.message.zhHans}
          onChange={say('zhHans')}
          lacking={t('designer.rule.lacking')}
        />
        <Line
          label={t('designer.rule.messageEn')}
          max={MAX_LENGTH}
          value={rule.message.en}
          onChange={say('en')}
          lacking={t('designer.rule.lacking')}
        />
      </div>
      <div className="form-rule-end">
        <ChoiceBox
          label={t('designer.rule.field')}
          value={rule.field}
          options={fields.map((value) => ({ value, label: label(value) }))}
          onChange={(field) => set({ field })}
        />
        <Button
          variant="minimal"
          icon={<TrashIcon />}
          aria-label={`${t('common.remove')} ${t('designer.rule.number', [index + 1])}`}
          title={t('common.remove')}
          onClick={() => change((before) => ({ ...before, form: removeRule(before.form, index) }))}
        />
      </div>
    </section>
  )
}
