import { describe, expect, it } from 'vitest'
import type { api as clientApi } from '#src/client/platform/http/http.ts'
import type { AnswerOf, DataOf, FileContent, RowOf } from '#src/define/answers/answers.ts'
import type { RecordOption, RecordRow } from '#src/define/answers/records.ts'
import { route } from '#src/define/server.ts'
import type { TicketAnswer, TicketDetail } from '#src/define/tickets/detail.ts'
import type { TicketRow } from '#src/define/tickets/line.ts'
import { sources } from './sources.ts'

/** Compiles exactly when both are the same type. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false
const holds = <_Claim extends true>(): void => {}

/** What an address answers, as the type check sees it. */
function answered(api: typeof clientApi, id: number, record: string): void {
  holds<Same<AnswerOf<'GET', '/api/workflow/ticket/:id/'>, TicketDetail>>()
  holds<Same<DataOf<'GET', `/api/workflow/ticket/${number}/`>, TicketDetail>>()
  holds<Same<RowOf<'/api/workflow/ticket/'>, TicketRow>>()
  holds<Same<DataOf<'POST', `/api/workflow/ticket/${number}/${string}/`>, TicketAnswer>>()
  // Every record has its calls, wherever it stands.
  holds<Same<DataOf<'GET', `${string}${number}/`>, RecordRow>>()
  holds<Same<DataOf<'GET', `${string}options/`>, readonly RecordOption[]>>()
  holds<Same<AnswerOf<'GET', `${string}import_template/`>, FileContent>>()
  // A literal address is that of a route and of nothing else.
  holds<Same<AnswerOf<'GET', '/api/nothing/'>, never>>()
  void api.get(`/api/workflow/ticket/${id}/timeline/`)
  void api.get(`${record}${id}/related/`)
}

/** What the compiler refuses; each line below fails the type check once it is let through. */
function refused(api: typeof clientApi, id: number, record: string): void {
  // @ts-expect-error no route has the address
  void api.get('/api/nothing/')
  // @ts-expect-error the route has another method
  void api.post(`/api/workflow/ticket/${id}/timeline/`)
  // @ts-expect-error no record answers that
  void api.get(`${record}${id}/nothing/`)
  // @ts-expect-error the answer has no such field
  void api.get('/api/init/version/').then((release) => release.builds)
  // @ts-expect-error nobody declares the answer of the route
  route({ method: 'GET', url: '/api/nothing/', permission: 'signedIn', handle: async () => null })
  // @ts-expect-error the answer is declared otherwise
  route({ method: 'GET', url: '/api/init/version/', permission: 'public', handle: async () => ({ build: 1 }) })
}

describe('answers', () => {
  it('follow from the address, and are refused by the compiler where no route has it', () => {
    expect([answered, refused]).toHaveLength(2)
  })

  it('are named by the caller in shared parts alone that are given their address', () => {
    const untyped = sources
      .filter(({ text }) => /\buntypedApi\./.test(text))
      .map(({ path }) => path)
      .sort()
    expect(untyped).toEqual([
      'src/client/components/forms/inputs/options.ts',
      'src/client/platform/http/allRows.ts',
      'src/client/proposals/calls.ts',
      'src/client/records/form/PostForm.tsx',
      'src/client/records/list/PagedTable.tsx',
      'src/modules/analysis/budget/BudgetSheets.client.tsx',
      'src/modules/analysis/finance/FinanceCharts.client.tsx',
    ])
  })

  it('are left to their makers in routes that are made in a loop', () => {
    const made = sources.filter(({ text }) => /\bfactoryRoute\(\{/.test(text)).map(({ path }) => path)
    expect(made).toEqual(['src/modules/analysis/finance/finance-routes.server.ts'])
  })
})
