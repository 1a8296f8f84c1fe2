import { Button, Radio, RadioGroup } from '@blueprintjs/core'
import { AddIcon, EditIcon, TrashIcon } from '@blueprintjs/icons'
import type { Branching, StateDefinition } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { addBranch, blockAt, dissolve, removeBranch, setBranching } from '../model/branches.ts'
import { newLeaf } from '../model/conditions.ts'
import { sentenceOf } from '../model/sentence.ts'
import { transitionsFrom } from '../model/transitions.ts'
import { Group } from '../parts.tsx'
import type { Selection } from '../selection.ts'
import { useConditionWords } from '../words.ts'

interface Props {
  readonly state: StateDefinition
  readonly branch: Branching
  readonly onSelect: (selection: Selection) => void
}

const kinds = ['parallel', 'inclusive'] as const

/** The branches a state opens: which of them, what each holds, one more and one less. */
export function BranchSettings({ state, branch, onSelect }: Props) {
  const t = useT()
  const words = useConditionWords()
  const { design, define, facts, stateName } = useDesigner()
  const { definition } = design
  const { key } = state
  const block = blockAt(definition, key)
  const [fact] = facts
  const leaf = fact === undefined ? undefined : newLeaf(fact)
  const add = (): void => {
    const grown = addBranch(definition, key, leaf)
    define(() => grown.definition)
    onSelect({ type: 'node', key: grown.key })
  }
  const holds = (number: number): string => {
    const states = [...(block?.branches.find((one) => one.number === number)?.states ?? [])]
    const [first] = states
    if (first === undefined) return t('designer.branchEmpty')
    return states.length === 1 ? stateName(first) : t('designer.branchStates', [stateName(first), states.length])
  }
  return (
    <Group title={t('designer.branches')}>
      <RadioGroup
        name={`branching ${key}`}
        aria-label={t('designer.branchingHow')}
        selectedValue={branch}
        onChange={(event) => {
          const next = kinds.find((one) => one === event.currentTarget.value)
          if (next !== undefined) define((before) => setBranching(before, key, next, leaf))
        }}
      >
        {kinds.map((kind) => (
          <Radio key={kind} value={kind} label={t(`designer.branching.${kind}`)} />
        ))}
      </RadioGroup>
      <ol className="transitions-on is-branches">
        {transitionsFrom(definition, key).map(({ index, transition }, at) => (
          <li key={index}>
            <p>
              <b>{t('designer.branchNo', [at + 1])}</b> {holds(at + 1)}
              {branch === 'parallel' ? null : (
                <small>
                  {transition.when === undefined ? t('designer.branchElse') : sentenceOf(transition.when, words)}
                </small>
              )}
            </p>
            {transition.when === undefined ? null : (
              <Button
                variant="minimal"
                size="small"
                icon={<EditIcon />}
                aria-label={t('designer.editTransition')}
                title={t('designer.editTransition')}
                onClick={() => onSelect({ type: 'transition', index })}
              />
            )}
            <Button
              variant="minimal"
              size="small"
              icon={<TrashIcon />}
              aria-label={t('designer.removeBranch', [at + 1])}
              title={t('designer.removeBranch', [at + 1])}
              onClick={() => define((before) => removeBranch(before, key, at + 1))}
            />
          </li>
        ))}
      </ol>
      <Button variant="minimal" size="small" icon={<AddIcon />} text={t('designer.addBranch')} onClick={add} />
      <Button
        variant="minimal"
        size="small"
        text={t('designer.dissolve')}
        onClick={() => define((before) => dissolve(before, key))}
      />
    </Group>
  )
}
