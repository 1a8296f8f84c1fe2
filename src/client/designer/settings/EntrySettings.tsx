import type { StateDefinition, Text } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Patch } from '../model/states.ts'
import { Group, Line } from '../parts.tsx'
import { ConditionBuilder } from './ConditionBuilder.tsx'

const nothing: Text = { zhHans: '', en: '' }

/** When a state is entered, and what applicants read where it is not; without a text the reason is made from the condition. */
export function EntrySettings({
  state: { enterWhen, skipReason = nothing },
  onChange,
}: {
  readonly state: StateDefinition
  readonly onChange: (patch: Patch<StateDefinition>, strand?: string) => void
}) {
  const t = useT()
  const setReason = (reason: Text, strand: string): void =>
    onChange({ skipReason: reason.zhHans === '' && reason.en === '' ? undefined : reason }, strand)
  return (
    <Group spot="when" title={t('designer.whenEnter')}>
      <ConditionBuilder
        condition={enterWhen}
        onChange={(condition) =>
          onChange({ enterWhen: condition, ...(condition === undefined && { skipReason: undefined }) })
        }
        otherwise={t('designer.skippedOtherwise')}
      />
      {enterWhen === undefined ? null : (
        <div className="inspector-pair">
          <Line
            label={t('designer.skipReason')}
            value={skipReason.zhHans}
            onChange={(zhHans) => setReason({ ...skipReason, zhHans }, 'skipReason')}
          />
          <Line
            label={t('designer.skipReasonEn')}
            value={skipReason.en}
            onChange={(en) => setReason({ ...skipReason, en }, 'skipReasonEn')}
          />
        </div>
      )}
    </Group>
  )
}
