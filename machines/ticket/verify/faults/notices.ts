/** What a workflow tells people can be told: of a state that is there, to somebody, in words (20.9). */

import { groupsOf, type NoticeRule } from '#machines/ticket/definition/definition.ts'
import { unknownPlaceholders } from '#machines/ticket/definition/notices.ts'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { type ExaminedDefinition, type Fault, fault } from './fault.ts'

function ruleFaults({ definition, fields }: ExaminedDefinition, rule: NoticeRule, number: number): readonly Fault[] {
  const { state, to, text } = rule
  const groups = groupsOf(to)
  const unknown = [...new Set([...unknownPlaceholders(text.zhHans), ...unknownPlaceholders(text.en)])]
  const missing = groups.flatMap((group) =>
    group.type === 'formField' && !fields.includes(group.field) ? [group.field] : [],
  )
  const isThere = state === undefined || definition.states.some(({ key }) => key === state)
  return [
    ...(isThere ? [] : [fault('20.9', 'noticeState', null, { number, missing: state })]),
    ...(groups.length === 0 ? [fault('20.9', 'noticeNobody', null, { number })] : []),
    ...(isBlank(text.zhHans) || isBlank(text.en) ? [fault('20.9', 'noticeText', null, { number })] : []),
    ...unknown.map((name) => fault('20.9', 'noticePlaceholder', null, { number, name })),
    ...missing.map((field) => fault('WFD-08', 'noticeField', null, { number, field })),
  ]
}

/** Every fault in the notices of a definition, by their numbers from 1. */
export const noticeFaults = (examined: ExaminedDefinition): readonly Fault[] =>
  (examined.definition.notices ?? []).flatMap((rule, index) => ruleFaults(examined, rule, index + 1))
