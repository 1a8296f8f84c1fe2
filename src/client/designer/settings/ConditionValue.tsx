import { Checkbox, InputGroup } from '@blueprintjs/core'
import { isReference, type Leaf } from '#machines/ticket/definition/conditions.ts'
import type { FactValue } from '#machines/ticket/definition/definition.ts'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'
import { useDesigner } from '../context.ts'
import { figureShown, needsList, needsNothing, toggleValue } from '../model/conditions.ts'
import { type Fact, thresholds } from '../model/facts.ts'
import { ChoiceBox, Figure } from '../parts.tsx'
import { useFactName } from '../words.ts'

interface ValueProps {
  readonly leaf: Leaf
  readonly fact: Fact
  readonly onChange: (leaf: Leaf) => void
  /** What the value is called, where it stands alone. */
  readonly label?: string
}

/** What a fact is compared with, chosen the way its kind wants it. */
export function ConditionValue({ leaf, fact, onChange, label: given }: ValueProps) {
  const t = useT()
  const { departments } = useDesigner()
  const entries = useDictionary(fact.dictionary ?? '')
  if (needsNothing(leaf.op)) return null
  const label = given ?? t('designer.condition.value')
  const set = (value: FactValue | readonly FactValue[]): void => onChange({ ...leaf, value })
  const offered =
    fact.type === 'department'
      ? departments.map(({ key, name }) => ({ value: key, label: name }))
      : entries
          .filter((entry) => fact.values === undefined || fact.values.includes(String(entry.value)))
          .map((entry) => ({ value: String(entry.value), label: entry.label }))

  if (needsList(leaf.op)) {
    const chosen = Array.isArray(leaf.value) ? (leaf.value as readonly FactValue[]) : []
    const all = offered.map((option) => option.value)
    return (
      <fieldset className="condition-list" aria-label={label}>
        {offered.map((option) => (
          <Checkbox
            key={option.value}
            inline
            label={option.label}
            checked={chosen.includes(option.value)}
            onChange={() => set(toggleValue(chosen, option.value, all))}
          />
        ))}
      </fieldset>
    )
  }
  const single = Array.isArray(leaf.value) || isReference(leaf.value) ? null : (leaf.value as FactValue | undefined)
  switch (fact.type) {
    case 'flag':
      return (
        <ChoiceBox
          isBare
          label={label}
          value={String(single ?? true)}
          options={[
            { value: 'true', label: t('common.yes') },
            { value: 'false', label: t('common.no') },
          ]}
          onChange={(value) => set(value === 'true')}
        />
      )
    case 'number':
    case 'money':
      return <Sum label={label} leaf={leaf} isMoney={fact.type === 'money'} onChange={onChange} />
    case 'date':
      return <DayInput label={label} value={String(single ?? '')} onChange={set} inputProps={{ 'aria-label': label }} />
    case 'text':
      return <InputGroup aria-label={label} value={String(single ?? '')} maxLength={200} onValueChange={set} />
    default:
      return (
        <ChoiceBox
          isBare
          label={label}
          value={String(single ?? '')}
          options={single === '' ? [{ value: '', label: t('designer.condition.none') }, ...offered] : offered}
          onChange={set}
        />
      )
  }
}

/** A number, or for sums one of the steps that the bureau sets (§0.8). */
function Sum({
  label,
  leaf,
  isMoney,
  onChange,
}: {
  readonly label: string
  readonly leaf: Leaf
  readonly isMoney: boolean
  readonly onChange: (leaf: Leaf) => void
}) {
  const t = useT()
  const nameOf = useFactName()
  const step = isReference(leaf.value) ? leaf.value.fact : 'fixed'
  return (
    <>
      {isMoney ? (
        <ChoiceBox
          isBare
          label={t('designer.condition.compareWith')}
          value={step}
          options={[
            { value: 'fixed', label: t('designer.condition.fixed') },
            ...thresholds.map((name) => ({ value: name, label: nameOf(name) })),
          ]}
          onChange={(next) => onChange({ ...leaf, value: next === 'fixed' ? 0 : { fact: next } })}
        />
      ) : null}
      {step === 'fixed' ? (
        <Figure
          isBare
          label={label}
          value={figureShown(leaf.value)}
          onChange={(value) => onChange({ ...leaf, value })}
        />
      ) : null}
    </>
  )
}
