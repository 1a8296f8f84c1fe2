import { Checkbox, FormGroup, Radio, RadioGroup, TextArea } from '@blueprintjs/core'
import { useId } from 'react'
import type { WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import type { WorkflowBasics } from '#src/define/workflows/designs.ts'
import { useDesigner } from './context.ts'
import { Line } from './parts.tsx'
import { ReturnRules } from './settings/ReturnRules.tsx'
import { RevocationRules } from './settings/RevocationRules.tsx'

const withdrawals = ['whileRunning', 'untouched', 'never'] as const
const repeats = ['off', 'preceding', 'earlierInRound'] as const

/** Names, who may start it, and the rules that hold for the whole workflow. */
export function BasicsTab() {
  const t = useT()
  const word = useDictionaryLabel()
  const { design, change, define, roles } = useDesigner()
  const { basics, definition } = design
  const name = (patch: Partial<WorkflowBasics>, strand: string): void =>
    change((before) => ({ ...before, basics: { ...before.basics, ...patch } }), strand)
  const rule = (patch: Partial<WorkflowDefinition>): void => define((before) => ({ ...before, ...patch }))
  const { purpose, guide } = basics
  return (
    <section className="card basics" aria-label={t('designer.tab.basics')}>
      <div className="inspector-pair" data-spot="name">
        <Line label={t('designer.name')} value={basics.name} onChange={(next) => name({ name: next }, 'name')} />
        <Line
          label={t('designer.nameEn')}
          max={80}
          value={basics.nameEn}
          onChange={(nameEn) => name({ nameEn }, 'nameEn')}
        />
        <Line
          label={t('designer.purpose')}
          spot="purpose"
          lacking={t('designer.purposeLacking')}
          max={100}
          value={purpose.zhHans}
          onChange={(zhHans) => name({ purpose: { ...purpose, zhHans } }, 'purpose')}
        />
        <Line
          label={t('designer.purposeEn')}
          lacking={t('designer.purposeLacking')}
          max={100}
          value={purpose.en}
          onChange={(en) => name({ purpose: { ...purpose, en } }, 'purposeEn')}
        />
        <Long
          label={t('designer.guide')}
          spot="guide"
          lacking={t('designer.guideLacking')}
          value={guide.zhHans}
          onChange={(zhHans) => name({ guide: { ...guide, zhHans } }, 'guide')}
        />
        <Long
          label={t('designer.guideEn')}
          lacking={t('designer.guideLacking')}
          value={guide.en}
          onChange={(en) => name({ guide: { ...guide, en } }, 'guideEn')}
        />
      </div>
      <dl className="basics-facts">
        <div>
          <dt>{t('designer.group')}</dt>
          <dd>{word('ticketGroup', definition.group)}</dd>
        </div>
        <div>
          <dt>{t('designer.code')}</dt>
          <dd>{basics.code}</dd>
        </div>
      </dl>
      <FormGroup label={t('designer.withdraw')}>
        <RadioGroup
          name="withdraw"
          aria-label={t('designer.withdraw')}
          selectedValue={definition.withdraw}
          onChange={(event) => {
            const withdraw = withdrawals.find((one) => one === event.currentTarget.value)
            if (withdraw !== undefined) rule({ withdraw })
          }}
        >
          {withdrawals.map((one) => (
            <Radio key={one} value={one} label={t(`designer.withdrawPolicy.${one}`)} />
          ))}
        </RadioGroup>
      </FormGroup>
      <FormGroup label={t('designer.repeat')}>
        <RadioGroup
          name="repeat"
          aria-label={t('designer.repeat')}
          selectedValue={definition.repeat}
          onChange={(event) => {
            const repeat = repeats.find((one) => one === event.currentTarget.value)
            if (repeat !== undefined) rule({ repeat })
          }}
        >
          {repeats.map((one) => (
            <Radio key={one} value={one} label={t(`designer.repeatRule.${one}`)} />
          ))}
        </RadioGroup>
      </FormGroup>
      <RevocationRules />
      <ReturnRules />
      <Checkbox
        label={t('designer.allowSelf')}
        checked={definition.allowSelf}
        onChange={(event) => rule({ allowSelf: event.currentTarget.checked })}
      />
      <fieldset className="basics-roles" data-spot="createRoles">
        <legend>{t('designer.createRoles')}</legend>
        <p className="inspector-hint">{t('designer.everybody')}</p>
        {Object.entries(roles).map(([key, label]) => (
          <Checkbox
            key={key}
            inline
            label={label}
            checked={basics.createRoleKeys.includes(key)}
            onChange={() =>
              name(
                {
                  createRoleKeys: basics.createRoleKeys.includes(key)
                    ? basics.createRoleKeys.filter((one) => one !== key)
                    : [...basics.createRoleKeys, key],
                },
                'roles',
              )
            }
          />
        ))}
      </fieldset>
    </section>
  )
}

interface LongProps {
  readonly label: string
  readonly spot?: string
  /** What people lack while it is empty. */
  readonly lacking: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Long({ label, spot, lacking, value, onChange }: LongProps) {
  const id = useId()
  const isLacking = isBlank(value)
  const intent = isLacking ? 'warning' : 'none'
  return (
    <FormGroup
      label={label}
      labelFor={id}
      data-spot={spot}
      helperText={isLacking ? lacking : undefined}
      intent={intent}
    >
      <TextArea
        id={id}
        intent={intent}
        fill
        autoResize
        maxLength={2000}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormGroup>
  )
}
