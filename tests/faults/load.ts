/** Mixed decisions over HTTP, each under an idempotency key of its own, repeated with that key until the server answers. */
import { randomUUID } from 'node:crypto'
import { multipart, tinyPdf } from '#tests/harness/files.ts'
import { signIn } from '#tests/harness/server.ts'
import { claimForm, leaveForm, plusDays } from '#tests/harness/tickets.ts'

const TODAY = '2026-03-11'
const UNAVAILABLE = 503
type Body = Readonly<Record<string, unknown>>
interface Reply {
  readonly code: number
  readonly errKey?: string
  readonly data: { readonly id: number; readonly status: string }
}

/** A decision the server has answered with success. `mark` stands in the title of what was filed, in the comment of what was decided. */
export interface Acknowledged {
  readonly mark: string
  readonly isFiling: boolean
  readonly ticketId: number
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[]
  /** Resolves once so many more decisions are acknowledged. */
  progress(decisions: number): Promise<void>
  /** How often an answer was missing and the call was repeated. */
  readonly repeated: () => number
  /** Answers that a repetition must not get. */
  readonly wrong: readonly string[]
  /** The server can be reached there from now on. */
  serverAt(url: string): void
  /** The server is gone; calls wait. */
  serverGone(): void
  /** Lets every worker finish its ticket. */
  end(): Promise<void>
}

const people = ['pan42', 'ge43', 'xi44', 'zhang39', 'you18', 'he20', 'yang15', 'yan26'] as const
type Person = (typeof people)[number]

/** D10’s line for postage, asked of the server since the database may be its own. */
export async function firstLine(url: string): Promise<number> {
  const { token } = await signIn(url, 'pan42')
  const answer = await fetch(`${url}/api/budget/line/choices/?subjects=30207`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: readonly { id: number }[] }
  return data[0]!.id
}

/** Starts so many workers, each of which moves one ticket after the other from filing to its end. What is answered with one of `again` is asked for again. */
export async function startLoad(
  url: string,
  line: number,
  workers: number,
  again: readonly number[] = [UNAVAILABLE],
): Promise<Load> {
  const tokens = new Map<Person, { token: string; userId: number }>()
  for (const person of people) tokens.set(person, await signIn(url, person))
  const acknowledged: Acknowledged[] = []
  const waiting = new Set<() => void>()
  const acknowledge = (decision: Acknowledged): void => {
    acknowledged.push(decision)
    for (const look of [...waiting]) look()
  }
  const wrong: string[] = []
  let repeated = 0
  let ending = false
  let reachable: (to: string) => void = () => undefined
  let server: Promise<string> = Promise.resolve(url)

  const bearer = (person: Person) => ({ authorization: `Bearer ${tokens.get(person)!.token}` })

  async function call(person: Person, path: string, body: Body, mark: string): Promise<Reply> {
    for (let attempt = 1; ; attempt += 1) {
      const at = await server
      try {
        const answer = await fetch(at + path, {
          method: 'POST',
          headers: { ...bearer(person), 'content-type': 'application/json', 'x-idempotency-key': mark },
          body: JSON.stringify(body),
        })
        const reply = (await answer.json()) as Reply
        if (again.includes(answer.status)) throw new Error(`${reply.code}`)
        if (reply.code !== 2000 && reply.errKey !== 'leave.overlap')
          wrong.push(`attempt ${attempt} of ${path} by ${person}: ${reply.code} ${reply.errKey}`)
        return reply
      } catch {
        // No answer, or that there is none now: whether it was done is what the repetition will tell. The next server is not there yet, or this one is going.
        repeated += 1
        if ((await server) === at) await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  async function file(person: Person, type: string, formData: Body): Promise<number | null> {
    const mark = randomUUID()
    const reply = await call(
      person,
      '/api/workflow/ticket/',
      { type, formData: { ...formData, title: mark }, submit: true },
      mark,
    )
    if (reply.code !== 2000) return null
    acknowledge({ mark, isFiling: true, ticketId: reply.data.id })
    return reply.data.id
  }
  async function decide(person: Person, ticketId: number, action: string, more: Body = {}): Promise<void> {
    const mark = randomUUID()
    const reply = await call(person, `/api/workflow/ticket/${ticketId}/${action}/`, { comment: mark, ...more }, mark)
    if (reply.code === 2000) acknowledge({ mark, isFiling: false, ticketId })
  }
  async function upload(person: Person): Promise<number> {
    const { payload, headers } = multipart('invoice.pdf', tinyPdf)
    const answer = await fetch(`${url}/api/system/file/`, {
      method: 'POST',
      headers: { ...headers, ...bearer(person) },
      body: new Uint8Array(payload),
    })
    return ((await answer.json()) as Reply).data.id
  }
  const invoices = await upload('pan42')
  // Vouchers are numbered once, however many loads a bureau has seen.
  const series = randomUUID().slice(0, 8)
  let vouchers = 0
  let days = 0

  async function claim(index: number): Promise<void> {
    const id = await file(
      'pan42',
      'financialReimbursementOne',
      claimForm(line, `${(index % 9) + 1}.0${index % 10}`, TODAY, invoices),
    )
    if (id === null) return
    if (index % 5 === 0) return decide('pan42', id, 'withdraw')
    await decide('zhang39', id, 'approve')
    if (index % 7 === 0) return decide('you18', id, 'reject')
    await decide('you18', id, 'claim')
    await decide('you18', id, 'approve')
    vouchers += 1
    await decide('he20', id, 'handle', {
      formData: { payResult: 'paid', voucherNo: `${series}-${vouchers}`, paidAt: TODAY, account: 'petty' },
    })
  }
  async function leave(index: number): Promise<void> {
    days += 1
    const day = plusDays('2026-04-06', days)
    const id = await file(
      index % 2 === 0 ? 'ge43' : 'xi44',
      'leaveApproval',
      leaveForm(day, day, { leaveType: 'bereavement', proof: [await uploads.get(index % 2 === 0 ? 'ge43' : 'xi44')!] }),
    )
    if (id === null) return
    await decide('zhang39', id, index % 3 === 0 ? 'return' : 'approve')
  }
  async function other(index: number): Promise<void> {
    const id = await file('pan42', 'otherBusiness', {
      reason: '需要协调办理的事项',
      bizType: 'IT',
      content: '办公网络时断时续，请派人检查处理',
    })
    if (id === null) return
    await decide('zhang39', id, 'approve')
    await decide('yang15', id, 'approve', { formData: { handlerId: tokens.get('yan26')!.userId } })
    if (index % 4 === 0) return
    await decide('yan26', id, 'handle', { formData: { result: '已经办理完成' } })
    await decide('pan42', id, 'handle', { formData: { rating: 5 } })
  }
  const uploads = new Map([
    ['ge43', await upload('ge43')],
    ['xi44', await upload('xi44')],
  ])

  const stories = [claim, other, leave, claim]
  const running = Array.from({ length: workers }, async (_, worker) => {
    for (let index = worker; !ending; index += workers) await stories[index % stories.length]!(index)
  })
  return {
    acknowledged,
    wrong,
    progress: (decisions) => {
      const wanted = acknowledged.length + decisions
      return new Promise((resolve) => {
        const look = (): void => {
          if (acknowledged.length < wanted) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
    },
    repeated: () => repeated,
    serverAt: (to) => reachable(to),
    serverGone: () => {
      server = new Promise((resolve) => {
        reachable = (to) => {
          server = Promise.resolve(to)
          resolve(to)
        }
      })
    },
    end: async () => {
      ending = true
      await Promise.all(running)
    },
  }
}
