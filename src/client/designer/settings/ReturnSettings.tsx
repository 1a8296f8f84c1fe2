import { FormGroup, Radio, RadioGroup } from '@blueprintjs/core'
import type { StateDefinition } from '#machines/ticket/definition/definition.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from '../context.ts'
import { returnChoiceOf, returnChoices } from '../model/returns.ts'
import type { Patch } from '../model/states.ts'

interface ReturnSettingsProps {
  readonly state: StateDefinition
  readonly onChange: (patch: Patch<StateDefinition>) => void
}

/** To whom the people of a state may give a ticket back (25.3). */
export function ReturnSettings({ state, onChange }: ReturnSettingsProps) {
  const t = useT()
  const { design } = useDesigner()
  const choices = returnChoices(design.definition, state)
  return (
    <FormGroup label={t('designer.allowReturn')} data-spot="allowReturn">
      <RadioGroup
        name={`return ${state.key}`}
        aria-label={t('designer.allowReturn')}
        selectedValue={returnChoiceOf(state)}
        onChange={(event) => {
          const next = choices.find(({ value }) => value === event.currentTarget.value)?.value ?? 'none'
          onChange({ allowReturn: next === 'none' ? undefined : next })
        }}
      >
        {choices.map(({ value, isAllowed }) => (
          <Radio key={value} value={value} disabled={!isAllowed} label={t(`designer.returnTo.${value}`)} />
        ))}
      </RadioGroup>
    </FormGroup>
  )
}
