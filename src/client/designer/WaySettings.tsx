import { Button } from '@blueprintjs/core'
import { TrashIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/i18n/index.ts'
import { ConditionBuilder } from './ConditionBuilder.tsx'
import { useDesigner } from './context.ts'
import { withoutWay } from './model/branches.ts'
import { stateOf } from './model/states.ts'
import { patchWay, waysFrom } from './model/ways.ts'
import { ChoiceBox, Group } from './parts.tsx'
import type { Selection } from './selection.ts'

interface Props {
  readonly index: number
  readonly onSelect: (selection: Selection) => void
}

/** One way: where it leads, and when it is taken. */
export function WaySettings({ index, onSelect }: Props) {
  const t = useT()
  const { design, define, stateName } = useDesigner()
  const { definition } = design
  const way = definition.transitions[index]
  if (way === undefined) return null
  const ways = waysFrom(definition, way.from)
  const isLast = ways.at(-1)?.index === index
  const { branch } = stateOf(definition, way.from) ?? {}
  const always = branch === undefined ? 'designer.always' : 'designer.branchAlways'
  const last = branch === undefined ? 'designer.lastWay' : 'designer.branchElse'
  const targets = [...definition.states.map((state) => state.key), 'end'].filter((key) => key !== way.from)
  return (
    <div className="inspector">
      <p className="inspector-title">{t('designer.wayText', [stateName(way.from), stateName(way.to)])}</p>
      {branch === undefined ? (
        <ChoiceBox
          label={t('designer.wayTo')}
          value={way.to}
          spot="wayTo"
          options={targets.map((value) => ({ value, label: stateName(value) }))}
          onChange={(to) => define((before) => patchWay(before, index, { to }))}
        />
      ) : null}
      <Group spot="when" title={t(branch === undefined ? 'designer.whenWay' : 'designer.whenBranch')}>
        {isLast || branch === 'parallel' ? (
          <p className="inspector-hint">{t(ways.length > 1 && branch !== 'parallel' ? last : always)}</p>
        ) : (
          <ConditionBuilder
            condition={way.when}
            onChange={(when) => define((before) => patchWay(before, index, { when }))}
            otherwise={null}
          />
        )}
      </Group>
      {ways.length > 1 ? (
        <Button
          icon={<TrashIcon />}
          text={
            branch === undefined
              ? t('designer.removeWay')
              : t('designer.removeBranch', [ways.findIndex((one) => one.index === index) + 1])
          }
          onClick={() => {
            define((before) => withoutWay(before, index))
            onSelect(null)
          }}
        />
      ) : null}
    </div>
  )
}
