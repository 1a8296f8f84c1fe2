import { Button } from '@blueprintjs/core'
import { TrashIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { withoutTransition } from '../model/branches.ts'
import { stateOf } from '../model/states.ts'
import { patchTransition, transitionsFrom } from '../model/transitions.ts'
import { ChoiceBox, Group } from '../parts.tsx'
import type { Selection } from '../selection.ts'
import { ConditionBuilder } from './ConditionBuilder.tsx'

interface Props {
  readonly index: number
  readonly onSelect: (selection: Selection) => void
}

/** One transition: where it leads, and when it is taken. */
export function TransitionSettings({ index, onSelect }: Props) {
  const t = useT()
  const { design, define, stateName } = useDesigner()
  const { definition } = design
  const transition = definition.transitions[index]
  if (transition === undefined) return null
  const transitions = transitionsFrom(definition, transition.from)
  const isLast = transitions.at(-1)?.index === index
  const { branch } = stateOf(definition, transition.from) ?? {}
  const always = branch === undefined ? 'designer.always' : 'designer.branchAlways'
  const last = branch === undefined ? 'designer.lastTransition' : 'designer.branchElse'
  const targets = [...definition.states.map((state) => state.key), 'end'].filter((key) => key !== transition.from)
  return (
    <div className="inspector">
      <p className="inspector-title">
        {t('designer.transitionText', [stateName(transition.from), stateName(transition.to)])}
      </p>
      {branch === undefined ? (
        <ChoiceBox
          label={t('designer.leadsTo')}
          value={transition.to}
          spot="leadsTo"
          options={targets.map((value) => ({ value, label: stateName(value) }))}
          onChange={(to) => define((before) => patchTransition(before, index, { to }))}
        />
      ) : null}
      <Group spot="when" title={t(branch === undefined ? 'designer.transitionWhen' : 'designer.whenBranch')}>
        {isLast || branch === 'parallel' ? (
          <p className="inspector-hint">{t(transitions.length > 1 && branch !== 'parallel' ? last : always)}</p>
        ) : (
          <ConditionBuilder
            condition={transition.when}
            onChange={(when) => define((before) => patchTransition(before, index, { when }))}
            otherwise={null}
          />
        )}
      </Group>
      {transitions.length > 1 ? (
        <Button
          icon={<TrashIcon />}
          text={
            branch === undefined
              ? t('designer.removeTransition')
              : t('designer.removeBranch', [transitions.findIndex((one) => one.index === index) + 1])
          }
          onClick={() => {
            define((before) => withoutTransition(before, index))
            onSelect(null)
          }}
        />
      ) : null}
    </div>
  )
}
