/** A guest as the list shows them. */
export interface ListedGuest {
  readonly name: string
  readonly org: string
  readonly position: string
  /** Entry of the dictionary `rankLevel`. */
  readonly rankLevel: string
  /** Not named by the letter. */
  readonly isExtra: boolean
  /** Named by the letter, but did not come. */
  readonly isAbsent: boolean
}

/** A person who ate at their own cost. */
export interface OwnCost {
  readonly name: string
  readonly amount: string
  readonly receiptNo: string
  readonly paidOn: string
}

/** 公务接待清单 of a ticket, as it is printed and filed. */
export interface ReceptionList {
  readonly ticketNo: string
  readonly dept: string
  readonly applicant: string
  readonly letterOrg: string
  readonly letterNo: string
  readonly letterDate: string
  readonly activity: string
  readonly isSuperior: boolean
  readonly state: string
  readonly mealAt: string
  readonly mealType: string
  readonly place: string
  readonly vendor: string | null
  readonly guests: readonly ListedGuest[]
  /** Those who came, once the list is filed; before that those who were approved. */
  readonly escorts: readonly string[]
  readonly approvedGuests: number
  readonly approvedEscorts: number
  readonly standard: string
  readonly amount: string
  readonly actualGuests: number | null
  readonly actualEscorts: number | null
  readonly actualAmount: string | null
  readonly perHead: string | null
  readonly difference: string | null
  readonly ownCost: readonly OwnCost[]
  readonly signer: string | null
}

/** An earlier reception whose guests can be copied. */
export interface EarlierReception {
  readonly id: number
  readonly letterOrg: string
  readonly letterNo: string
  readonly mealDay: string
  readonly guests: readonly Pick<ListedGuest, 'name' | 'org' | 'position' | 'rankLevel'>[]
}

declare module '#src/define/answers/answers.ts' {
  interface Answers {
    'GET /api/reception/list/': ReceptionList | null
    'GET /api/reception/earlier/': readonly EarlierReception[]
  }
}
