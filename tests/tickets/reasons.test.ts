import { describe, expect, it } from 'vitest'
import type { Finding } from '#machines/ticket/definition/conditions.ts'
import { routeOf } from '#machines/ticket/explore/route.ts'
import type { Language } from '#src/define/messages.ts'
import { languages } from '#src/define/messages.ts'
import { leaveMessages } from '#src/modules/leave/leave.messages.ts'
import { leaveApproval } from '#src/modules/leave/leave-approval.ts'
import { modules } from '#src/modules.ts'
import { ticketsMessages } from '#src/server/messages/tickets.messages.ts'
import { workflowsMessages } from '#src/server/messages/workflows.messages.ts'
import { createTexts } from '#src/server/texts.ts'
import { reasonText } from '#src/server/tickets/versions/reasons.ts'

const texts = createTexts([leaveMessages, workflowsMessages, ticketsMessages], {
  label: (_language, _key, value) => value,
})
const form = { type: 'leaveApproval', fields: {} }
const name = { zhHans: '分管领导审批', en: 'Division leader' }
const said = (language: Language, findings: readonly Finding[]) =>
  reasonText(texts, language, form, findings, { name: name[language] })
const failed = (field: string, op: Finding['op'], actual: Finding['actual'], wanted: Finding['wanted']): Finding => ({
  field,
  op,
  actual,
  wanted,
  holds: false,
})

describe('20.4 why a state is passed over', () => {
  it('says the text of the workflow with the values its facts were compared with', () => {
    const route = routeOf(leaveApproval.workflow, {
      days: 1,
      'applicant.isDeptLeader': false,
      'applicant.rankLevel': 'staff',
    })
    const reasons = (language: Language) =>
      route.flatMap(({ state, reason }) => {
        const { skipReason } = leaveApproval.workflow.states.find(({ key }) => key === state) ?? {}
        return reasonText(texts, language, form, reason, { name: state, skipReason }) ?? []
      })
    expect(reasons('zhHans')).toEqual([
      '请假不超过3天，无需分管领导审批',
      '请假不超过7天且申请人非处级以上干部，无需局长审批',
    ])
    expect(reasons('en')).toEqual([
      'Leave of 3 days or less needs no division leader',
      'Leave of 7 days or less by staff below division rank needs no bureau chief',
    ])
  })

  it('makes a sentence of labels and values where the workflow has no text', () => {
    const findings = [failed('days', 'gt', 1, 3), failed('applicant.isDeptLeader', 'eq', null, true)]
    expect(languages.map((language) => said(language, findings))).toEqual([
      '天数为1，不超过3；“申请人是部门领导”为否，无需分管领导审批',
      'Days is 1, not more than 3; "applicant is a department leader" is no; Division leader not required',
    ])
  })

  it('says amounts grouped, with two places and their unit', () => {
    const findings = [failed('amount', 'gt', 800, 5000)]
    expect(languages.map((language) => said(language, findings))).toEqual([
      '金额为800.00元，不超过5,000.00元，无需分管领导审批',
      'amount is CNY 800.00, not more than CNY 5,000.00; Division leader not required',
    ])
  })

  it('says nothing of a state that is entered', () => {
    expect(said('en', [])).toBeNull()
  })

  it('has texts in both languages, whose places are facts of the condition, in every shipped workflow', () => {
    const reasons = modules.flatMap(({ applications }) =>
      applications.flatMap(({ workflow }) =>
        workflow.states.flatMap(({ key, skipReason, enterWhen }) =>
          skipReason === undefined
            ? []
            : [{ key: `${workflow.key} ${key}`, skipReason, compared: JSON.stringify(enterWhen) }],
        ),
      ),
    )
    expect(reasons.length).toBeGreaterThan(20)
    const faulty = reasons.filter(({ skipReason, compared }) =>
      languages.some(
        (language) =>
          skipReason[language] === '' ||
          [...skipReason[language].matchAll(/\{([^}]+)\}/g)].some(
            ([, field]) => !compared.includes(`"field":"${field}"`),
          ),
      ),
    )
    expect(faulty.map(({ key }) => key)).toEqual([])
  })
})
