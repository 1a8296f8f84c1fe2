import { Button } from '@blueprintjs/core'
import { AddIcon, ArrowUpIcon, EditIcon, TrashIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { newLeaf } from '../model/conditions.ts'
import { sentenceOf } from '../model/sentence.ts'
import { advanceTransition, connect, disconnect, patchTransition, transitionsFrom } from '../model/transitions.ts'
import { ChoiceBox, Group } from '../parts.tsx'
import type { Selection } from '../selection.ts'
import { useConditionWords } from '../words.ts'

interface Props {
  readonly from: string
  readonly onSelect: (selection: Selection) => void
}

/** Where it goes from here: transitions with a condition in the order they are tried, and the last one. */
export function TransitionsOn({ from, onSelect }: Props) {
  const t = useT()
  const words = useConditionWords()
  const { design, define, stateName, facts } = useDesigner()
  const { definition } = design
  const transitions = transitionsFrom(definition, from)
  const targets = [...definition.states.map((state) => state.key), 'end'].filter((key) => key !== from)
  const add = (): void => {
    const [fact] = facts
    const to = transitions.at(-1)?.transition.to
    const other = targets.find((key) => key !== to) ?? 'end'
    if (fact !== undefined) define((before) => connect(before, from, other, newLeaf(fact)))
  }
  return (
    <Group spot="transitions" title={t('designer.transitionsOn')}>
      <ol className="transitions-on">
        {transitions.map(({ index, transition }, at) => (
          <li key={index}>
            <p>
              {transition.when === undefined
                ? t(transitions.length === 1 ? 'designer.onlyTransition' : 'designer.lastTransition')
                : sentenceOf(transition.when, words)}
            </p>
            <ChoiceBox
              isBare
              label={t('designer.leadsTo')}
              value={transition.to}
              options={targets.map((value) => ({ value, label: stateName(value) }))}
              onChange={(to) => define((before) => patchTransition(before, index, { to }))}
            />
            {transition.when === undefined ? null : (
              <>
                <Button
                  variant="minimal"
                  size="small"
                  icon={<EditIcon />}
                  aria-label={t('designer.editTransition')}
                  title={t('designer.editTransition')}
                  onClick={() => onSelect({ type: 'transition', index })}
                />
                {at === 0 ? null : (
                  <Button
                    variant="minimal"
                    size="small"
                    icon={<ArrowUpIcon />}
                    aria-label={t('designer.earlierTransition')}
                    title={t('designer.earlierTransition')}
                    onClick={() => define((before) => advanceTransition(before, index))}
                  />
                )}
                <Button
                  variant="minimal"
                  size="small"
                  icon={<TrashIcon />}
                  aria-label={t('designer.removeTransition')}
                  title={t('designer.removeTransition')}
                  onClick={() => define((before) => disconnect(before, index))}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      <Button variant="minimal" size="small" icon={<AddIcon />} text={t('designer.addTransition')} onClick={add} />
    </Group>
  )
}
