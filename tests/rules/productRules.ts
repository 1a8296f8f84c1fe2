/** The numbered rules of the product pages, as runs of their numbers, by who brings them. */
import type { modules } from '#src/modules.ts'

type Rules = Readonly<Record<string, string>>
export type ModuleName = (typeof modules)[number]['name']

/** What the server, the client and the machines bring without a module. */
export const platformRules: Rules = {
  'INV-': '01-15',
  I: '1-22',
  'LOG-': '01-07',
  'REG-': '01-03',
  'FGT-': '01-03',
  'HOM-': '01-05',
  'PER-': '01-03',
  'WF-': '01-20',
  'WFD-': '01-08',
  'TKT-': '01-02',
  'APP-': '01',
  'SYS-': '01-03 11-16 21-25 31-34 41-48 51-54 61-62 71-75 81-84 91-94 101-105 111-112 121-123 131-140',
  'BKP-': '01-08',
  // `docs/workflows.md`: what the designer adds to the product pages.
  'FRM-': '01-10',
}

/** What each module of `modules.ts` brings. */
export const rulesOfModules: Readonly<Record<string, Rules>> = {
  leave: { 'LEV-': '01-09' },
  budget: { 'BUD-': '01-10 21-25 31-35 41-44 51-53 61-63' },
  projects: {},
  finance: {
    'FIN-': '01-07 11-12 21-23 31-34 41-43 71-74 81-84 91-97',
    'TRV-': '01-11 21-24',
  },
  analysis: {},
  affairs: { 'OTH-': '01-02' },
  articles: { 'ART-': '01-06' },
  procurement: { 'PRC-': '01-05 11-15 21-24 31-37 41-46' },
  standard: { 'STD-': '01-05 11-15' },
  asset: { 'AST-': '01-05 11-16' },
  stock: { 'STK-': '01-05 11-13 21-23 31-34 41-43 51-58' },
  supplies: {},
  car: { 'CAR-': '01-07 11-13 21-23 31-39', 'DRV-': '01-05' },
  maintenance: { 'MNT-': '01-05 11-16' },
  seal: { 'SEA-': '01-04' },
  access: { 'CAN-': '31-34' },
  canteen: { 'CAN-': '01-05 11-16 21-24 41-48' },
  printing: { 'PRT-': '01-03' },
  supervision: { 'SUP-': '01-08' },
  reception: { 'REC-': '01-06' },
  home: {},
  workflows: {},
  system: {},
  examples: { 'DTD-': '01' },
}

/** Rules that no test names yet, and why. */
export const waiting: readonly { readonly family: string; readonly runs: string; readonly why: string }[] = []
