import { Button, InputGroup } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import type { Operator } from '#machines/ticket/definition/definition.ts'
import type { FormProblems } from '#src/client/components/forms/form.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel, useProblemText } from '#src/client/platform/session/index.ts'
import {
  type Choice,
  comparesList,
  comparesNothing,
  type OfferedFact,
  type PolicyOffer,
  partsOf,
} from '#src/define/workflows/policies.ts'
import type { FieldValue, FormData } from '#src/fields/field.ts'
import { NamePicker } from './NamePicker.client.tsx'

const orders = ['gt', 'gte', 'lt', 'lte'] as const
const operators: Readonly<Record<OfferedFact['type'], readonly Operator[]>> = {
  money: [...orders, 'eq', 'ne'],
  number: [...orders, 'eq', 'ne'],
  flag: ['eq'],
  choice: ['eq', 'ne', 'in', 'notIn', 'empty', 'notEmpty'],
  text: ['empty', 'notEmpty'],
}
/** What a comparison begins with, so that the sentence is whole at once. */
const firstValue = (fact: OfferedFact | undefined): string =>
  fact?.type === 'flag' ? 'true' : fact?.type === 'choice' ? (fact.options[0]?.value ?? '') : '0'

interface Props {
  readonly id: string
  readonly label: string
  readonly offer: PolicyOffer
  readonly value: FieldValue | undefined
  /** By place and column: `0.value`. */
  readonly problems: FormProblems
  readonly onChange: (value: readonly FormData[]) => void
}

/** The tickets a policy is about: each line a fact, a comparison and a value, all of them chosen. */
export function ConditionRows({ id, label, offer, value, problems, onChange }: Props) {
  const t = useT()
  const rows = Array.isArray(value) ? (value as readonly FormData[]) : []
  const [first] = offer.facts
  const add = (): void => {
    if (first === undefined) return
    onChange([...rows, { fact: first.value, op: operators[first.type][0] ?? 'eq', value: firstValue(first) }])
  }
  return (
    <fieldset id={id} className="policy-conditions">
      <legend>{label}</legend>
      {rows.map((row, index) => (
        <ConditionRow
          key={`${index} ${String(row.fact)}`}
          id={`${id}.${index}`}
          row={row}
          offer={offer}
          problems={Object.entries(problems).flatMap(([path, list]) => (path.startsWith(`${index}.`) ? list : []))}
          onChange={(next) => onChange(next === null ? rows.toSpliced(index, 1) : rows.with(index, next))}
        />
      ))}
      <Button size="small" variant="minimal" icon={<AddIcon />} text={t('policy.addCondition')} onClick={add} />
    </fieldset>
  )
}

interface RowProps {
  readonly id: string
  readonly row: FormData
  readonly offer: PolicyOffer
  readonly problems: FormProblems[string]
  readonly onChange: (row: FormData | null) => void
}

function ConditionRow({ id, row, offer, problems, onChange }: RowProps) {
  const t = useT()
  const problemText = useProblemText()
  const word = useDictionaryLabel()
  const name = String(row.fact ?? '')
  const op = String(row.op ?? 'eq') as Operator
  const fact = offer.facts.find((one) => one.value === name)
  const choose = (next: string): void => {
    const other = offer.facts.find((one) => one.value === next)
    if (other === undefined) return
    const firstOperator = operators[other.type][0] ?? 'eq'
    onChange({ fact: next, op: firstOperator, value: comparesNothing(firstOperator) ? null : firstValue(other) })
  }
  const compare = (next: string): void =>
    onChange({ ...row, op: next, value: comparesNothing(next as Operator) ? null : (row.value ?? firstValue(fact)) })
  return (
    <div className="policy-condition">
      <SelectBox aria-label={t('policy.fact')} value={name} onChange={(event) => choose(event.currentTarget.value)}>
        {fact === undefined ? <option value={name}>{name}</option> : null}
        {offer.facts.map(({ value, label, note }) => (
          <option key={value} value={value}>
            {note === undefined ? label : `${label} · ${note}`}
          </option>
        ))}
      </SelectBox>
      <SelectBox aria-label={t('policy.compare')} value={op} onChange={(event) => compare(event.currentTarget.value)}>
        {[...new Set([...operators[fact?.type ?? 'text'], op])].map((one) => (
          <option key={one} value={one}>
            {word('policyOperator', one)}
          </option>
        ))}
      </SelectBox>
      {comparesNothing(op) ? null : (
        <Value id={`${id}.value`} fact={fact} op={op} row={row} offer={offer} onChange={onChange} />
      )}
      <Button
        size="small"
        variant="minimal"
        icon={<TrashIcon />}
        aria-label={t('policy.removeCondition')}
        title={t('policy.removeCondition')}
        onClick={() => onChange(null)}
      />
      {problems === undefined || problems.length === 0 ? null : (
        <span className="field-problem" role="alert">
          {problems.map((problem) => (typeof problem === 'string' ? problem : problemText(problem))).join(' ')}
        </span>
      )}
    </div>
  )
}

interface ValueProps {
  readonly id: string
  readonly fact: OfferedFact | undefined
  readonly op: Operator
  readonly row: FormData
  readonly offer: PolicyOffer
  readonly onChange: (row: FormData) => void
}

function Value({ id, fact, op, row, offer, onChange }: ValueProps) {
  const t = useT()
  const label = t('policy.value')
  const text = String(row.value ?? '')
  const set = (value: string): void => onChange({ ...row, value })
  const select = (options: readonly Choice[]) => (
    <SelectBox id={id} aria-label={label} value={text} onChange={(event) => set(event.currentTarget.value)}>
      {options.some((option) => option.value === text) ? null : <option value={text}>{text}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </SelectBox>
  )
  if (comparesList(op))
    return (
      <NamePicker
        id={id}
        label={label}
        options={fact?.options ?? []}
        chosen={partsOf(text)}
        problems={undefined}
        onChange={(chosen) => set(chosen.join(','))}
      />
    )
  if (fact?.type === 'choice') return select(fact.options)
  if (fact?.type === 'flag')
    return select([
      { value: 'true', label: t('common.yes') },
      { value: 'false', label: t('common.no') },
    ])
  const isFixed = !text.startsWith('config.')
  return (
    <>
      {fact?.type === 'money' ? (
        <SelectBox
          aria-label={t('policy.compareWith')}
          value={isFixed ? 'fixed' : text}
          onChange={(event) => set(event.currentTarget.value === 'fixed' ? '0' : event.currentTarget.value)}
        >
          <option value="fixed">{t('policy.fixed')}</option>
          {offer.thresholds.map((threshold) => (
            <option key={threshold.value} value={threshold.value}>
              {threshold.label}
            </option>
          ))}
        </SelectBox>
      ) : null}
      {isFixed ? <InputGroup id={id} type="number" aria-label={label} value={text} onValueChange={set} /> : null}
    </>
  )
}
