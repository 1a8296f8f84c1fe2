/** What reading a file says of it: what keeps it from being taken over, and what was dropped, changed or guessed. */
import type { ModdleElement } from './moddle.ts'

export type BpmnReason =
  | 'noProcess'
  | 'severalProcesses'
  | 'unsupported'
  | 'noId'
  | 'badId'
  | 'sameId'
  | 'unknownTarget'
  | 'starts'
  | 'severalTransitions'
  | 'noTransition'
  | 'condition'
  | 'join'
  | 'loop'
  | 'timer'
  | 'timerTransition'
  | 'calledElement'
  | 'tooMany'
  /** Settings that no definition may have. */
  | 'invalid'

/** What keeps a file from being taken over. */
export interface BpmnFault {
  readonly reason: BpmnReason
  /** Name of the element, or its id; empty for the file. */
  readonly element: string
  readonly detail: string
}

/** What became of something in a file, by what is said of it. */
export const noteKinds = {
  lanes: 'dropped',
  artifacts: 'dropped',
  pools: 'dropped',
  messages: 'dropped',
  documentation: 'dropped',
  data: 'dropped',
  vendor: 'dropped',
  content: 'dropped',
  trigger: 'dropped',
  outcome: 'dropped',
  event: 'dropped',
  standardLoop: 'dropped',
  gatewayName: 'dropped',
  setting: 'dropped',
  ownPart: 'dropped',
  automatic: 'changed',
  shortened: 'changed',
  renamed: 'changed',
  ends: 'changed',
  passedBy: 'changed',
  people: 'guessed',
  candidates: 'guessed',
  mode: 'guessed',
  nameless: 'guessed',
  oneLanguage: 'guessed',
  rights: 'guessed',
  rules: 'guessed',
  conditionName: 'guessed',
  timerAction: 'guessed',
  subTicket: 'guessed',
  field: 'guessed',
  form: 'guessed',
} as const
export type NoteReason = keyof typeof noteKinds

/** Something of a file that is not taken over as it stands there. */
export interface BpmnNote {
  readonly reason: NoteReason
  /** Name of the element, or its id; empty for the file. */
  readonly element: string
  readonly detail: string
}

/** Characters of a name. */
export const MAX_NAME = 50
const MAX_DETAIL = 120
/** A file of one's own has none; of a foreign one nobody reads more. */
const MAX_NOTES = 500

/** A text on one line, as tools break names to fit into boxes. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
/** A text as the name of a state may be. */
export const cutName = (text: string): string => [...oneLine(text)].slice(0, MAX_NAME).join('').trim()

/** The name of an element as a state may have it. */
export const nameOf = ({ name }: ModdleElement): string => (typeof name === 'string' ? cutName(name) : '')
/** How people find an element: by its name, else by its id. */
export const calledOf = (element: ModdleElement): string =>
  nameOf(element) || (typeof element.id === 'string' ? cutName(element.id) : '')

/** Collects what is said; nothing is said twice. */
export class Notes {
  readonly faults: BpmnFault[] = []
  readonly notes: BpmnNote[] = []

  fault(reason: BpmnReason, element: string, detail = ''): void {
    if (!this.faults.some((one) => one.reason === reason && one.element === element))
      this.faults.push({ reason, element, detail: detail.slice(0, MAX_DETAIL) })
  }
  note(reason: NoteReason, element: string, detail = ''): void {
    const note = { reason, element, detail: [...oneLine(detail)].slice(0, MAX_DETAIL).join('') }
    const isSaid = this.notes.some(
      (one) => one.reason === reason && one.element === element && one.detail === note.detail,
    )
    if (!isSaid && this.notes.length < MAX_NOTES) this.notes.push(note)
  }
}
