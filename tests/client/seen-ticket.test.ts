import { describe, expect, it } from 'vitest'
import { type ChartDiffers, seenTicket } from '#src/client/tickets/actor/seen.ts'
import type { TicketDetail } from '#src/define/tickets/detail.ts'
import { submitted } from '#tests/models/workflows/branching.ts'
import { APPLICANT } from '#tests/models/workflows/story.ts'
import { answerTo, definition } from './answers.ts'

const filed = submitted(definition)
const decided = submitted(definition).does(10, 'approve')
/** The people of `open`, `legal` and `money`, the applicant, and a person without a part. */
const readers = [10, 20, 30, APPLICANT, 77]

function see(me: number, answer: TicketDetail) {
  const faults: ChartDiffers[] = []
  return { ...seenTicket(answer, me, (fault) => faults.push(fault)), faults }
}

describe('the chart of a ticket restored in the browser', () => {
  it.each(readers)('says to person %i what the server says, in branches too', (me) => {
    for (const story of [filed, decided]) {
      const answer = answerTo(me, story)
      const { actions, faults } = see(me, answer)
      expect(faults).toEqual([])
      expect(actions.toSorted()).toEqual(answer.allowedActions.toSorted())
    }
  })

  it('leaves out what the server withholds, and adds what only the server knows', () => {
    const { allowedActions } = answerTo(APPLICANT, filed)
    const answer = answerTo(APPLICANT, filed, {
      allowedActions: [...allowedActions.filter((action) => action !== 'urge'), 'revoke'],
      withheld: ['urge'],
    })
    const { actions, faults } = see(APPLICANT, answer)
    expect(faults).toEqual([])
    expect(actions).not.toContain('urge')
    expect(actions).toContain('revoke')
  })

  it('reports a button that only one of the two offers; the answer of the server counts', () => {
    const without = answerTo(10, filed).allowedActions.filter((action) => action !== 'approve')
    for (const [allowedActions, story] of [
      [without, filed],
      [[...answerTo(30, filed).allowedActions, 'approve'], filed],
    ] as const) {
      const me = allowedActions === without ? 10 : 30
      const { actions, faults } = see(me, answerTo(me, story, { allowedActions }))
      expect(faults.map(({ message }) => message)).toEqual([expect.stringContaining('the buttons of ticket QT-1')])
      expect(actions).toEqual(allowedActions)
    }
  })

  it('reports a status and a visit that the chart does not have', () => {
    expect(see(10, answerTo(10, filed, { status: 'completed' })).faults[0]?.message).toContain('the status of')
    expect(see(10, answerTo(10, filed, { visit: 9 })).faults[0]?.message).toContain('the visit of')
  })

  it('is refused where the chart has no such place', () => {
    expect(() => see(10, answerTo(10, filed, { stateValue: { process: 'elsewhere' } }))).toThrow(
      'the place of the ticket does not fit this workflow',
    )
  })
})
