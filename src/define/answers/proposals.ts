/** Answers of changes that wait for a second person. */
import type { ProposalDetail, ProposalRow } from '../workflows/proposals.ts'
import type { PageOf } from './answers.ts'

declare module './answers.ts' {
  interface Answers {
    'GET /api/proposal/': PageOf<ProposalRow>
    'GET /api/proposal/:id/': ProposalDetail
    'POST /api/proposal/:id/confirm/': { readonly done: boolean }
    'POST /api/proposal/:id/refuse/': null
    'POST /api/proposal/:id/withdraw/': null
  }
}
