import type { TicketSnapshot } from '#machines/ticket/engine/compile.ts'
import { persist, start } from '#machines/ticket/engine/replay.ts'
import { liveVisits } from '#machines/ticket/engine/visits.ts'
import type { Visit } from '#machines/ticket/engine/vocabulary.ts'
import { dayOf } from '#src/define/days.ts'
import { ValidationError } from '#src/define/problem.ts'
import type { FormData } from '#src/fields/field.ts'
import type { Command, CommandCaller } from '#src/server/tickets/commands/command.ts'
import { decide } from '#src/server/tickets/commands/dispatch.ts'
import { amountOf } from '#src/server/tickets/commands/facts.ts'
import type { Decision } from '#src/server/tickets/commands/save.ts'
import { newForm, workForm } from '#src/server/tickets/forms/forms.ts'
import { hashOf } from '#src/server/tickets/log/canonical.ts'
import type { LogRow } from '#src/server/tickets/log/log.ts'
import type { Applicant } from '#src/server/tickets/participants/people.ts'
import type { StoredTask } from '#src/server/tickets/tables/taskColumns.ts'
import { isTerminal, type Ticket } from '#src/server/tickets/ticket.ts'
import type { Version } from '#src/server/tickets/versions/versions.ts'
import { type Chance, createChance } from './chance.ts'
import type { Colleague, Story } from './story.ts'
import { saying } from './words.ts'
import type { World } from './world.server.ts'

interface PastEvent {
  readonly at: Date
  readonly by: Colleague
  readonly command: Command
}

/** A ticket of the demo on its way, with the rows that its decisions would have written. */
export interface Life {
  readonly id: number
  readonly story: Story
  readonly ticket: Ticket
  readonly rows: readonly LogRow[]
  readonly tasks: ReadonlyMap<string, StoredTask>
  readonly timers: ReadonlyMap<string, Decision['armed'][number]>
  readonly copies: ReadonlyMap<number, { readonly by: number | null; readonly at: Date }>
  readonly parts: ReadonlyMap<string, { readonly userId: number; readonly label: string; readonly at: Date }>
  /** Lengths of the applicant's own lists, by `<user> <label>`; those of the others are counted from the parts. */
  readonly counts: ReadonlyMap<string, number>
  /** When something happens next; null when nothing does. */
  next(): Date | null
  /** Lets it happen; the clock of the world stands at that moment. */
  proceed(): Promise<void>
}

interface Setting {
  readonly world: World
  readonly version: Version
  readonly code: string
  readonly applicant: Applicant
  /** Anybody, by id. */
  person(id: number): Colleague
}

const HOUR = 3_600_000

const formOf = ({ form, later }: Story): FormData => later?.() ?? form
const system: Pick<CommandCaller, 'language' | 'revision'> = { language: 'zhHans', revision: null }

/** Begins a ticket; the clock of the world stands at its creation. */
export async function beginLife(
  setting: Setting,
  story: Story,
  { id, chance: seed }: { readonly id: number; readonly chance: number },
): Promise<Life> {
  const { world, version, applicant } = setting
  const { unit, engine, clock } = world
  const chance = createChance(seed)
  const tasks = new Map<string, StoredTask>()
  const timers = new Map<string, Decision['armed'][number]>()
  const copies = new Map<number, { by: number | null; at: Date }>()
  const parts = new Map<string, { userId: number; label: string; at: Date }>()
  const counts = new Map<string, number>()
  const rows: LogRow[] = []
  let ticket = await firstDraft(setting, story, id)
  let snapshot = start(version.machine, { applicant: applicant.id }).snapshot
  let event: PastEvent | null = null

  const count = (userId: number, label: string, n: number): void =>
    void counts.set(`${userId} ${label}`, (counts.get(`${userId} ${label}`) ?? 0) + n)

  const keep = (decision: Decision): void => {
    const at = clock.now()
    ticket = decision.after
    rows.push(...decision.rows)
    for (const task of decision.tasks) tasks.set(task.id, task)
    for (const key of decision.disarmed) timers.delete(key)
    for (const timer of decision.armed) timers.set(`${timer.visit}.${timer.rule}`, timer)
    for (const person of decision.cc) if (!copies.has(person)) copies.set(person, { by: decision.ccBy, at })
    for (const { userId, label } of decision.parts) parts.set(`${userId} ${label}`, { userId, label, at })
    for (const { userId, label, n } of decision.counts) count(userId, label, n)
  }

  const carryOut = async (command: Command, by: Colleague | null, isNew = false): Promise<void> => {
    const origin = { ip: by === null ? null : `192.0.2.${(by.id % 250) + 1}`, requestId: null }
    // Who may void is a matter of grants that the catalogue leaves open.
    const access = by === null ? null : command.type === 'void' ? { ...by.access, may: () => true } : by.access
    const { decisionContext, decision } = await decide(
      engine,
      unit,
      ticket,
      command,
      { ...system, access, origin },
      isNew,
    )
    snapshot = decisionContext.snapshot
    keep(decision)
    event = nextPastEvent({ setting, story, chance, ticket, snapshot })
  }

  const dueTimer = () => [...timers.values()].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())[0]

  if (story.course.to === 'draft') count(applicant.id, 'toSubmit', 1)
  else await carryOut({ type: 'submit', comment: '', formData: formOf(story) }, story.applicant, true)
  return {
    id,
    story,
    rows,
    tasks,
    timers,
    copies,
    parts,
    counts,
    get ticket() {
      return ticket
    },
    next() {
      const timer = dueTimer()?.dueAt ?? null
      return timer !== null && (event === null || timer < event.at) ? timer : (event?.at ?? null)
    },
    async proceed() {
      const timer = dueTimer()
      if (timer && (event === null || timer.dueAt < event.at)) {
        await fire(timer)
        return
      }
      const due = event
      event = null
      if (due) await carryOut(due.command, due.by)
    },
  }

  async function fire(timer: Decision['armed'][number]): Promise<void> {
    timers.delete(`${timer.visit}.${timer.rule}`)
    await carryOut(
      timer.rule === 'open'
        ? { type: 'open', visit: timer.visit }
        : { type: 'timeout', visit: timer.visit, rule: timer.rule },
      null,
    )
  }
}

/** What the applicant has before submitting: the form with its defaults, a draft with what is filled in so far. */
async function firstDraft({ world, version, applicant, code }: Setting, story: Story, id: number): Promise<Ticket> {
  const { unit, engine, clock } = world
  const formInput = { engine, unit, version, applicant, ticketId: null }
  const blank = await newForm(formInput)
  const formData = story.course.to === 'draft' ? await sketch() : blank
  const now = clock.now()
  return {
    id,
    formData,
    applicant,
    no: world.nextNumber(code),
    type: version.type,
    versionId: version.id,
    versionHash: version.hash,
    title: String(formData['title']),
    summary: null,
    dataHash: hashOf(formData),
    amount: amountOf(version, formData),
    applicantId: applicant.id,
    deptId: applicant.deptId,
    thresholds: {},
    status: 'draft',
    currentKeys: [],
    urgency: String(formData['urgency'] ?? 'normal'),
    round: 0,
    submittedAt: null,
    approvedAt: null,
    finishedAt: null,
    dueAt: null,
    urgedAt: null,
    urgeCount: 0,
    snapshot: persist(start(version.machine, { applicant: applicant.id }).snapshot),
    events: 0,
    lastHash: '',
    revision: 1,
    parentId: null,
    revokesId: null,
    revocationId: null,
    conversionId: null,
    isQuarantined: false,
    organisation: 0,
    createdAt: now,
    updatedAt: now,
  }

  async function sketch() {
    const { values, problems } = await workForm(formInput, blank, formOf(story), {
      access: story.applicant.access,
      permissions: version.start,
      partial: true,
      wasSubmitted: false,
    })
    if (Object.keys(problems).length > 0) throw new ValidationError(problems)
    return values
  }
}

interface Situation {
  readonly setting: Setting
  readonly story: Story
  readonly chance: Chance
  readonly ticket: Ticket
  readonly snapshot: TicketSnapshot
}

/** What somebody will do next by the story, and when. */
function nextPastEvent(situation: Situation): PastEvent | null {
  const { setting, story, chance, ticket, snapshot } = situation
  const { clock, unit } = setting.world
  const visit = liveVisits(snapshot.context)[0]
  const claims =
    visit !== undefined &&
    setting.version.definition.states.some((state) => state.key === visit.state && state.claim === true) &&
    visit.claimedBy === null
  const hours = claims ? chance.between(1, 2) : chance.between(1, Math.max(1, story.pace))
  const soon = new Date(unit.calendar.addHours(clock.now(), hours).getTime() - chance.between(1, 50) * 60_000)
  const earliest = visit && story.course.to !== 'void' ? (story.notBefore?.(visit.state) ?? null) : null
  const at = new Date(
    Math.max(
      earliest !== null && earliest > soon ? earliest.getTime() : soon.getTime(),
      clock.now().getTime() + HOUR / 60,
    ),
  )
  if (ticket.status === 'returned') {
    const isAgain = story.course.to === 'again' && ticket.round === 1
    return isAgain
      ? { at, by: story.applicant, command: { type: 'submit', comment: '', formData: formOf(story) } }
      : null
  }
  // What ends with its last approval is undone as completed.
  if (story.course.to === 'void' && ticket.status === 'completed') return undoing(situation, at)
  if (!visit || isTerminal(ticket.status)) return null
  const holder = holderOf(setting, visit, chance)
  if (claims && !(story.course.to === 'wait' && story.course.at === visit.state && story.course.claimed !== true)) {
    return { at, by: holder, command: { type: 'claim', comment: '' } }
  }
  return turn(situation, visit, at, holder)
}

/** The story turns here, or the work is done. */
function turn(situation: Situation, visit: Visit, at: Date, holder: Colleague): PastEvent | null {
  const { story, ticket, chance } = situation
  const { course, transfer, applicant } = story
  const isHere = 'at' in course && course.at === visit.state
  if (course.to === 'withdraw' && isHere)
    return { at, by: applicant, command: { type: 'withdraw', comment: chance.pick(saying.withdraw) } }
  if (transfer?.at === visit.state && visit.slots.length === 1)
    return { at, by: holder, command: { type: 'transfer', comment: chance.pick(saying.transfer), to: transfer.to.id } }
  if (course.to === 'wait' && isHere) return null
  if (visit.kind === 'approve') {
    const isBack = course.to === 'return' || (course.to === 'again' && ticket.round === 1)
    if (isBack && isHere)
      return { at, by: holder, command: { type: 'return', comment: chance.pick(saying.giveBack), target: 'start' } }
    if (course.to === 'reject' && isHere)
      return { at, by: holder, command: { type: 'reject', comment: chance.pick(saying.reject) } }
    const formData = story.fills?.(visit.state, dayOf(at), holder)
    return {
      at,
      by: holder,
      command: { type: 'approve', comment: chance.pick(saying.approve), ...(formData && { formData }) },
    }
  }
  if (course.to === 'void') return undoing(situation, at)
  // What failed once waits for whoever looks at it again.
  if (course.to === 'fail' && isHere && ticket.formData['payResult'] === 'failed') return null
  return {
    at,
    by: holder,
    command: { type: 'handle', comment: '', formData: story.fills?.(visit.state, dayOf(at), holder) ?? {} },
  }
}

/** The last approver undoes the approval. */
function undoing({ setting, chance, snapshot }: Situation, at: Date): PastEvent | null {
  const approver = snapshot.context.visits
    .flatMap((earlier) => earlier.slots.flatMap((slot) => (earlier.kind === 'approve' ? (slot.by ?? []) : [])))
    .at(-1)
  return approver === undefined
    ? null
    : { at, by: setting.person(approver), command: { type: 'void', comment: chance.pick(saying.void) } }
}

/** One of those who may act. */
function holderOf(setting: Setting, visit: Visit, chance: Chance): Colleague {
  const open = visit.slots.filter((slot) => slot.status === 'open')
  const slots = open.length > 0 ? open : visit.slots.filter((slot) => slot.status === 'waiting')
  return setting.person(chance.pick(slots).holder)
}
