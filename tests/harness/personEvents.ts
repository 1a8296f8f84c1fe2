import type { PersonEventType } from '#machines/ticket/engine/vocabulary.ts'

const all: Readonly<Record<PersonEventType, true>> = {
  submit: true,
  approve: true,
  reject: true,
  return: true,
  withdraw: true,
  retrieve: true,
  transfer: true,
  delegate: true,
  addSign: true,
  removeSign: true,
  claim: true,
  release: true,
  handle: true,
  refuse: true,
  void: true,
  urge: true,
  cc: true,
  comment: true,
}

/** Everything a person can do to a ticket. */
export const personEvents = Object.keys(all) as readonly PersonEventType[]
