import type { NoticeRule, Text } from '#machines/ticket/definition/definition.ts'
import { filledIn, happenedBetween, rulesFor } from '#machines/ticket/definition/notices.ts'
import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { peopleOf } from '#machines/ticket/engine/projection.ts'
import { statusOf } from '#machines/ticket/engine/status.ts'
import type { DecisionContext } from '../commands/decisionContext.ts'
import { aboutOf } from '../commands/perform.ts'
import { stateName } from '../queries/lines.ts'

const standing = (snapshot: TicketSnapshot) => ({ context: snapshot.context, status: statusOf(snapshot) })

function textsOf(
  { ticket, form, applicant, version }: DecisionContext,
  { text }: NoticeRule,
  state: string | null,
): Text {
  const of = (language: keyof Text): string =>
    filledIn(text[language], {
      no: ticket.no,
      title: String(form.title),
      applicant: (language === 'en' ? applicant.nameEn : '') || applicant.name,
      state: state === null ? '' : stateName(version, state, language),
    })
  return { zhHans: of('zhHans'), en: of('en') }
}

/**
 * Sends the workflow's own notices of this decision (20.9). Recipients get a copy of the ticket, so that they may open it;
 * the decider gets none for the own action. Stored with the decision and sent after it (I18).
 */
export async function tellDesigned(decisionContext: DecisionContext): Promise<void> {
  const { version, unit, ticket, before, snapshot, actorId } = decisionContext
  if (version.definition.notices === undefined) return
  const due = rulesFor(version.definition, happenedBetween(standing(before), standing(snapshot)))
  if (due.length === 0) return
  const found = await decisionContext.engine.participants(
    unit,
    aboutOf(decisionContext),
    due.map(({ rule }) => ({ kind: 'cc' as const, participant: rule.to })),
  )
  const parties = new Set(peopleOf(snapshot.context))
  for (const [index, { rule, state }] of due.entries()) {
    const people = (found[index] ?? []).map(({ person }) => person).filter((person) => person !== actorId)
    if (people.length === 0) continue
    for (const person of people) {
      decisionContext.noticeRecipients.add(person)
      if (!parties.has(person)) decisionContext.cc.add(person)
    }
    const { zhHans, en } = textsOf(decisionContext, rule, state)
    unit.notify({
      to: [...new Set(people)],
      contentType: rule.channel === 'reminder' ? 'REMIND' : 'TICKET',
      title: { key: 'notice.ticket.designed', params: [zhHans, en] },
      link: `/workflow/ticket/${ticket.id}`,
    })
  }
}
