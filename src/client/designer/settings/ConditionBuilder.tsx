import { Button } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import type { Leaf } from '#machines/ticket/definition/conditions.ts'
import type { Condition } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import {
  addAt,
  asShown,
  type Group,
  groupOf,
  isGroup,
  joinOf,
  mayNest,
  newLeaf,
  type Place,
  partsOf,
  replaceAt,
  shownGroup,
  simplify,
  withOperator,
} from '../model/conditions.ts'
import { operatorsOf } from '../model/facts.ts'
import { sentenceOf } from '../model/sentence.ts'
import { ChoiceBox } from '../parts.tsx'
import { useConditionWords, useFact, useFactName } from '../words.ts'
import { ConditionValue } from './ConditionValue.tsx'

interface BuilderProps {
  readonly condition: Condition | undefined
  readonly onChange: (condition: Condition | undefined) => void
  /** What happens in all other cases; null where that needs no word. */
  readonly otherwise: string | null
}

/** A condition as data to choose from, never code; above it the sentence it makes (20.1). */
export function ConditionBuilder({ condition, onChange, otherwise }: BuilderProps) {
  const t = useT()
  const words = useConditionWords()
  const { facts } = useDesigner()
  const group = shownGroup(condition)
  const change = (next: Group): void => onChange(simplify(next))
  return (
    <div className="condition">
      <p className="condition-sentence" aria-live="polite">
        {condition === undefined ? t('designer.always') : sentenceOf(condition, words)}
        {condition === undefined || otherwise === null ? null : <small> · {otherwise}</small>}
      </p>
      {condition === undefined ? null : <GroupEditor group={group} place={[]} root={group} onChange={change} />}
      {condition === undefined && facts[0] !== undefined ? (
        <Button
          variant="minimal"
          size="small"
          icon={<AddIcon />}
          text={t('designer.condition.add')}
          onClick={() => facts[0] !== undefined && change(addAt(group, [], newLeaf(facts[0])))}
        />
      ) : null}
    </div>
  )
}

interface EditorProps<C> {
  readonly group: C
  readonly place: Place
  readonly root: Group
  readonly onChange: (root: Group) => void
}

function GroupEditor({ group, place, root, onChange }: EditorProps<Group>) {
  const t = useT()
  const { facts } = useDesigner()
  const parts = partsOf(group)
  const [first, second = first] = facts
  const add = (isNested: boolean): void => {
    if (first === undefined || second === undefined) return
    const leaf = newLeaf(first)
    // A group of one would fall together with the group around it.
    const inner = groupOf(joinOf(group) === 'all' ? 'any' : 'all', [leaf, newLeaf(second)])
    onChange(addAt(root, place, isNested ? inner : leaf))
  }
  return (
    <div className={`condition-group ${place.length === 0 ? 'is-top' : ''}`}>
      {parts.length < 2 ? null : (
        <div className="condition-join">
          <span>{t('designer.condition.match')}</span>
          <ChoiceBox
            isBare
            label={t('designer.condition.match')}
            value={joinOf(group)}
            options={[
              { value: 'all', label: t('designer.condition.all') },
              { value: 'any', label: t('designer.condition.any') },
            ]}
            onChange={(join) => onChange(replaceAt(root, place, groupOf(join === 'any' ? 'any' : 'all', parts)))}
          />
          <span>{t('designer.condition.of')}</span>
          {place.length === 0 ? null : (
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon />}
              aria-label={t('designer.condition.removeGroup')}
              title={t('designer.condition.removeGroup')}
              onClick={() => onChange(replaceAt(root, place, null))}
            />
          )}
        </div>
      )}
      {parts.map((part, index) => {
        const at = [...place, index]
        return isGroup(part) ? (
          <GroupEditor key={`group ${index}`} group={part} place={at} root={root} onChange={onChange} />
        ) : (
          <LeafEditor
            key={`leaf ${index} ${part.field}`}
            leaf={part}
            onChange={(next) => onChange(replaceAt(root, at, next))}
          />
        )
      })}
      <div className="condition-more">
        <Button
          variant="minimal"
          size="small"
          icon={<AddIcon />}
          text={t('designer.condition.add')}
          onClick={() => add(false)}
        />
        {mayNest(place) ? (
          <Button variant="minimal" size="small" text={t('designer.condition.addGroup')} onClick={() => add(true)} />
        ) : null}
      </div>
    </div>
  )
}

function LeafEditor({
  leaf: given,
  onChange,
}: {
  readonly leaf: Leaf
  readonly onChange: (leaf: Leaf | null) => void
}) {
  const t = useT()
  const { facts } = useDesigner()
  const factOf = useFact()
  const nameOf = useFactName()
  const leaf = asShown(given)
  const fact = factOf(leaf.field)
  return (
    <div className="condition-leaf">
      <ChoiceBox
        isBare
        label={t('designer.condition.field')}
        value={leaf.field}
        options={facts.map(({ name }) => ({ value: name, label: nameOf(name) }))}
        onChange={(name) => onChange(newLeaf(factOf(name)))}
      />
      <ChoiceBox
        isBare
        label={t('designer.condition.op')}
        value={leaf.op}
        options={operatorsOf(fact.type).map((op) => ({ value: op, label: t(`designer.operator.${op}`) }))}
        onChange={(value) => {
          const op = operatorsOf(fact.type).find((one) => one === value)
          if (op !== undefined) onChange(withOperator(leaf, op, fact))
        }}
      />
      <ConditionValue leaf={leaf} fact={fact} onChange={onChange} />
      <Button
        variant="minimal"
        size="small"
        icon={<TrashIcon />}
        aria-label={t('designer.condition.remove')}
        title={t('designer.condition.remove')}
        onClick={() => onChange(null)}
      />
    </div>
  )
}
