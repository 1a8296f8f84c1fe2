/** Actions on the notices of a definition (20.9). */
import type { NoticeRule, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { occasionsInStates, type Placeholder } from '#machines/ticket/definition/notices.ts'
import en from '#src/client/messages/pages/designer/designer-names.en.ts'
import zhHans from '#src/client/messages/pages/designer/designer-names.zhHans.ts'
import { type Patch, patchObject } from './states.ts'

const withNotices = (definition: WorkflowDefinition, notices: readonly NoticeRule[]): WorkflowDefinition =>
  patchObject<WorkflowDefinition>(definition, { notices: notices.length === 0 ? undefined : notices })

/** One more notice, which may be published as it is. */
export function addNotice(definition: WorkflowDefinition): WorkflowDefinition {
  const { notices = [] } = definition
  const taken = new Set(notices.map(({ key }) => key))
  let number = notices.length + 1
  while (taken.has(`notice${number}`)) number++
  const rule: NoticeRule = {
    key: `notice${number}`,
    on: 'completed',
    to: { type: 'deptLeader' },
    channel: 'message',
    text: { zhHans: zhHans.noticeFirst, en: en.noticeFirst },
  }
  return withNotices(definition, [...notices, rule])
}

/** Sets properties of the notice at a place; what happens in no state names none. */
export function patchNotice(definition: WorkflowDefinition, at: number, patch: Patch<NoticeRule>): WorkflowDefinition {
  const rule = definition.notices?.[at]
  if (rule === undefined) return definition
  const next = patchObject(rule, patch)
  const kept = occasionsInStates.includes(next.on) ? next : patchObject(next, { state: undefined })
  return withNotices(definition, definition.notices?.with(at, kept) ?? [])
}

/** Takes a notice away. */
export const removeNotice = (definition: WorkflowDefinition, at: number): WorkflowDefinition =>
  withNotices(definition, definition.notices?.toSpliced(at, 1) ?? [])

/** A text with a placeholder put where the cursor is. */
export const withPlaceholder = (text: string, name: Placeholder, at: number): string =>
  `${text.slice(0, at)}{${name}}${text.slice(at)}`
