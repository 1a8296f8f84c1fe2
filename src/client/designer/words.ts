import { useCallback, useMemo } from 'react'
import { type Group, groupsOf, type Participant } from '#machines/ticket/definition/definition.ts'
import { type Translate, useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { useDesigner } from './context.ts'
import { asShown } from './model/conditions.ts'
import { type Fact, unknownFact } from './model/facts.ts'
import type { ConditionWords } from './model/sentence.ts'
import type { FieldUse } from './model/uses.ts'

/** The fact of a name; one the form does not have is shown as it stands. */
export function useFact(): (name: string) => Fact {
  const { facts } = useDesigner()
  return useCallback((name) => facts.find((fact) => fact.name === name) ?? unknownFact(name), [facts])
}

/** What a fact is called. */
export function useFactName(): (name: string) => string {
  const t = useT()
  const { label, design } = useDesigner()
  return (name) => factName(t, label, design.form.amountField, name)
}

const COUNT = '.count'

function factName(t: Translate, label: (field: string) => string, amount: string | undefined, name: string): string {
  switch (name) {
    case 'amount':
      return amount === undefined ? t('designer.fact.amount') : label(amount)
    case 'applicant.rankLevel':
      return t('designer.fact.rankLevel')
    case 'applicant.isDeptLeader':
      return t('designer.fact.isDeptLeader')
    case 'dept.key':
      return t('designer.fact.dept')
    case 'config.wf.t1':
      return t('designer.fact.t1')
    case 'config.wf.t2':
      return t('designer.fact.t2')
    case 'config.wf.t3':
      return t('designer.fact.t3')
    default:
      return name.endsWith(COUNT) ? t('designer.fact.count', [label(name.slice(0, -COUNT.length))]) : label(name)
  }
}

/** A place that uses a field, as people call it. */
export function useUseWords(): (use: FieldUse) => string {
  const t = useT()
  const language = useLanguage()
  const { design, label, stateName } = useDesigner()
  return (use) => {
    const inForm = use.what === 'shown' || use.what === 'required' || use.what === 'formula' || use.what === 'amount'
    const isNumber = use.what === 'notice' || use.what === 'rule'
    const section = design.form.sections.find(({ key }) => key === use.in)?.title?.[language]
    const name = isNumber
      ? use.in
      : inForm
        ? label(use.in)
        : use.what === 'section'
          ? (section ?? use.in)
          : stateName(use.in)
    return t(`designer.use.${use.what}`, [name])
  }
}

/** The words conditions are read in. */
export function useConditionWords(): ConditionWords {
  const t = useT()
  const word = useDictionaryLabel()
  const { facts, departments, label, design } = useDesigner()
  return useMemo((): ConditionWords => {
    const nameOf = (name: string): string => factName(t, label, design.form.amountField, name)
    return {
      comparison: (leaf, text) => {
        const { field, op, value } = asShown(leaf)
        if (typeof value === 'boolean')
          return t('designer.op.flag', [nameOf(field), t(value ? 'common.yes' : 'common.no')])
        return t(`designer.op.${op}`, [nameOf(field), text === '' ? t('designer.condition.none') : text])
      },
      value: (field, value) => {
        const fact = facts.find((one) => one.name === field)
        if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
        if (fact?.dictionary !== undefined) return word(fact.dictionary, value)
        if (fact?.type === 'department') return departments.find(({ key }) => key === value)?.name ?? String(value)
        return typeof value === 'number' ? value.toLocaleString('en') : String(value ?? '')
      },
      reference: nameOf,
      all: t('designer.condition.and'),
      any: t('designer.condition.or'),
      open: t('designer.condition.open'),
      close: t('designer.condition.close'),
    }
  }, [t, word, facts, departments, label, design.form.amountField])
}

/** Who acts, in a few words: `角色 · 财务审核员`. */
export function useParticipantText(): (participant: Participant) => string {
  const t = useT()
  const word = useDictionaryLabel()
  const { roles, departments, label } = useDesigner()
  const detailOf = (group: Group): string => {
    if ('role' in group) return roles[group.role] ?? group.role
    if ('field' in group) return label(group.field)
    if ('dept' in group && group.dept !== undefined)
      return (
        departments
          .find(({ key }) => key === group.dept)
          ?.name.split('/')
          .at(-1) ?? group.dept
      )
    return ''
  }
  const textOf = (group: Group): string => {
    const detail = detailOf(group)
    if (group.type === 'role' || group.type === 'formField') return detail
    return `${word('participantType', group.type)}${detail === '' ? '' : ` · ${detail}`}`
  }
  return (participant) => groupsOf(participant).map(textOf).join(t('common.listSeparator'))
}
