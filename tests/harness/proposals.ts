/** Changes that a second person confirms, for tests that are about something else. */
import { isProposed } from '#src/define/workflows/proposals.ts'
import type { Answer, Client } from './app.ts'

/** Confirms what waits; an answer that waits for nobody comes back as it is. */
export const confirmed = async (answer: Answer<unknown>, confirmer: Client): Promise<Answer<unknown>> =>
  isProposed(answer.data) ? confirmer.post(`/api/proposal/${answer.data.proposal}/confirm/`) : answer
