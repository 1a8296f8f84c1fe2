/** Chains of what is received and of other affairs (20.3). */
import type { Condition, StateDefinition, Text, WorkflowDefinition } from '#machines/ticket/definition/definition.ts'
import { LOGISTICS_DEPARTMENT } from '../departments.ts'
import type { SettingName } from '../names.ts'
import { deptLeader, divisionLeader, logisticsHead, logisticsReview, officeHead, receiptSign } from './people.ts'
import {
  applicant,
  approve,
  both,
  chain,
  copy,
  either,
  handle,
  holders,
  leaderOf,
  oneOf,
  orHolders,
  withSkipReason,
  yes,
} from './steps.ts'

const assetReview = (key: string, name: Text, fields: StateDefinition['fields'] = {}) =>
  approve(key, name, holders('assetManager'), {
    late: leaderOf(LOGISTICS_DEPARTMENT),
    ...(Object.keys(fields).length > 0 && { fields }),
  })

/** The keeper hands out and writes down what. */
const issue: StateDefinition = handle('issue', { zhHans: '仓库发放', en: 'Issue' }, holders('warehouseKeeper'), {
  late: holders('assetManager'),
  fields: { lines: 'write', issueNote: 'write' },
  allowTransfer: true,
  allowReturn: 'start',
})

/** Limits above which logistics looks at an issue. */
const OVER_VALUE: Condition = { field: 'totalValue', op: 'gt', value: 2000 }

/** Working hours after which unsigned goods count as received, as shipped: five days. Administrators change the days. */
const RECEIVED_AFTER_HOURS = 45

/** An approver may cut lines. */
const cutting = (step: StateDefinition): StateDefinition => ({ ...step, fields: { cuts: 'write' } })

/** The keeper hands out what was approved; the task stays open while the rest is waited for. */
const suppliesIssue: StateDefinition = {
  ...issue,
  fields: { issues: 'write', keepOpen: 'write', pickupCode: 'write', issueNote: 'write' },
  doneWhen: { field: 'keepOpen', op: 'ne', value: true },
}

const receiptWrites = { receiptResult: 'required', refuseReason: 'write' } as const

/** What is signed for in person, in a step of its own. */
interface InPerson {
  readonly key: string
  readonly name: Text
  /** The fact that says so. */
  readonly fact: string
  /** Why the usual step is passed by, and why this one is. */
  readonly because: Text
  readonly otherwise: Text
}

const controlledItems: InPerson = {
  key: 'receiptControlled',
  name: { zhHans: '管制物品签收', en: 'Receipt of controlled items' },
  fact: 'controlled',
  because: { zhHans: '含管制物品，须由领用人逐项签收', en: 'Controlled items are signed for in person' },
  otherwise: { zhHans: '不含管制物品', en: 'No controlled items' },
}

const serialItems: InPerson = {
  key: 'receiptSerial',
  name: { zhHans: '序列号装备签收', en: 'Receipt of serial-numbered gear' },
  fact: 'serialItems',
  because: { zhHans: '含按序列号管理的装备，须由领用人签收', en: 'Serial-numbered gear is signed for in person' },
  otherwise: { zhHans: '不含按序列号管理的装备', en: 'No serial-numbered gear' },
}

/** The applicant signs for what was handed out or refuses it; silence is a receipt, but never of what is signed for in person. */
const receipts = (inPerson?: InPerson): readonly StateDefinition[] => {
  const sign = { ...receiptSign, fields: receiptWrites }
  const usual: StateDefinition = {
    ...sign,
    timers: [
      ...(sign.timers ?? []).filter(({ afterHours }) => afterHours < RECEIVED_AFTER_HOURS),
      {
        key: 'received',
        afterHours: RECEIVED_AFTER_HOURS,
        daysSetting: 'supplies.receiptDays' satisfies SettingName,
        action: 'autoPass',
      },
    ],
  }
  if (!inPerson) return [usual]
  const { key, name, fact, because, otherwise } = inPerson
  return [
    withSkipReason({ ...usual, enterWhen: { field: fact, op: 'ne', value: true } }, because),
    withSkipReason({ ...sign, key, name, enterWhen: yes(fact) }, otherwise),
  ]
}

interface SuppliesSteps {
  /** Brings logistics in as well, and what is said where neither this nor the value does. */
  readonly review?: { readonly when: Condition; readonly skipped: Text }
  /** Before the issue. */
  readonly between?: readonly StateDefinition[]
  /** Behind the issue. */
  readonly after?: readonly StateDefinition[]
  /** Controlled items are signed for in person. */
  readonly hasControlled?: true
  /** Fields of the type that the keeper fills in as well. */
  readonly issueWrites?: readonly string[]
}

/** CH-ISSUE with its form: approvers may cut, the keeper issues by batch, the applicant signs. */
export const suppliesChain = (
  key: string,
  { review, between = [], after = [], hasControlled, issueWrites = [] }: SuppliesSteps = {},
): WorkflowDefinition =>
  chain(key, 'receive', [
    cutting(deptLeader()),
    cutting(reviewedOver(review)),
    ...between,
    {
      ...suppliesIssue,
      fields: { ...suppliesIssue.fields, ...Object.fromEntries(issueWrites.map((name) => [name, 'write' as const])) },
    },
    ...after,
    ...receipts(hasControlled && controlledItems),
  ])

/** Hours without an approval after which an emergency is closed (STK-41). */
const EMERGENCY_HOURS = 24

/** Approvers of an emergency are reminded early, and the ticket ends without them. */
const urgently = (step: StateDefinition, key: string, name: Text, enterWhen: Condition): StateDefinition => ({
  ...step,
  key,
  name,
  enterWhen,
  timers: [
    { key: 'remind', afterHours: 4, action: 'remind' },
    { key: 'emergency', afterHours: EMERGENCY_HOURS, action: 'close' },
  ],
})

/**
 * CH-ISSUE where the keeper may issue an emergency at the counter while it is approved (STK-41). What was issued by then
 * needs no further issue. `isIssued` is a yes once all of it was.
 */
export const emergencyChain = (
  key: string,
  purpose: string,
  { hasControlled }: Pick<SuppliesSteps, 'hasControlled'> = {},
): WorkflowDefinition => {
  const isEmergency: Condition = { field: purpose, op: 'eq', value: 'emergency' }
  const isUsual: Condition = { field: purpose, op: 'ne', value: 'emergency' }
  const [leader, review] = [cutting(deptLeader()), cutting(reviewedOver())]
  const usualOnly = {
    zhHans: '应急领用由应急审批环节审批',
    en: 'An emergency is approved by the emergency steps',
  }
  const emergencyOnly = { zhHans: '非应急领用，无需应急审批', en: 'Only an emergency needs an emergency approval' }
  return chain(key, 'receive', [
    withSkipReason(
      urgently(leader, 'emergencyLeader', { zhHans: '应急审批', en: 'Emergency approval' }, isEmergency),
      emergencyOnly,
    ),
    withSkipReason(
      urgently(
        review,
        'emergencyReview',
        { zhHans: '应急复审', en: 'Emergency review' },
        { all: [isEmergency, OVER_VALUE] },
      ),
      {
        zhHans: '非应急领用或领用总值不超过 {totalValue}，无需应急复审',
        en: 'Only an emergency above {totalValue} is reviewed here',
      },
    ),
    withSkipReason({ ...leader, enterWhen: isUsual }, usualOnly),
    withSkipReason(
      { ...review, enterWhen: { all: [isUsual, OVER_VALUE] } },
      {
        zhHans: '领用总值不超过 {totalValue}，无需警保内勤审核',
        en: 'A total value up to {totalValue} needs no review by logistics',
      },
    ),
    withSkipReason(
      { ...suppliesIssue, enterWhen: { field: 'issuedAhead', op: 'ne', value: true } },
      { zhHans: '应急物品已先行发放', en: 'The items were issued ahead of the approval' },
    ),
    ...receipts(hasControlled && controlledItems),
  ])
}

/** Logistics looks at what is worth much, or for a reason of the type. */
const reviewedOver = (review?: SuppliesSteps['review']): StateDefinition =>
  review
    ? withSkipReason(logisticsReview(either(OVER_VALUE, review.when)), review.skipped)
    : withSkipReason(logisticsReview(OVER_VALUE), {
        zhHans: '领用总值不超过 {totalValue}，无需警保内勤审核',
        en: 'A total value up to {totalValue} needs no review by logistics',
      })

/** STK-22: the security administrator is told of secret media. */
export const securityNotices: StateDefinition = withSkipReason(
  copy(
    'securityNotices',
    { zhHans: '抄送安全管理员', en: 'Copy to security' },
    holders('securityAdmin'),
    yes('secretMedia'),
  ),
  { zhHans: '不含涉密存储介质，无需抄送安全管理员', en: 'Without secret storage media nothing is copied to security' },
)

/** STK-33: a second keeper checks what is controlled. */
export const issueCheck: StateDefinition = withSkipReason(
  handle('issueCheck', { zhHans: '复核发放', en: 'Second check' }, holders('warehouseKeeper'), {
    enterWhen: yes('controlled'),
    allowTransfer: true,
  }),
  { zhHans: '不含管制物品，无需复核发放', en: 'Without controlled items no second check is needed' },
)

/** CH-CLOTH: the reviewer cuts lines and chooses the pieces with a serial number (STD-14). */
export const clothingChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    cutting(deptLeader()),
    assetReview('equipReview', { zhHans: '装备审核', en: 'Equipment review' }, { cuts: 'write', gear: 'write' }),
    { ...suppliesIssue, fields: { ...suppliesIssue.fields, oldReturns: 'write' } },
    ...receipts(serialItems),
  ])

/** CH-ASSET. */
export const assetChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    assetReview(
      'assetReview',
      { zhHans: '资产审核', en: 'Asset review' },
      {
        assetIds: 'write',
        needPurchase: 'write',
        estimate: 'write',
      },
    ),
    withSkipReason(logisticsHead(either(yes('overStandard'), yes('needPurchase'))), {
      zhHans: '未超配备标准且无需采购，无需警保部领导审批',
      en: 'Assets in stock within the standard need no head of logistics',
    }),
    handle('handover', { zhHans: '资产移交', en: 'Handover' }, holders('assetManager'), {
      // What had to be bought is chosen when it has arrived.
      fields: { assetIds: 'write', oldAfter: 'write' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
    receiptSign,
  ])

/** Working hours after which the timer of a step ends it when there was no action. The expiry job of the seals ends it earlier: its limits are days of the calendar (SEA-02). */
const IN_OFFICE_HOURS = 168
const OUTSIDE_HOURS = 2160

/** Ends a step of a use that has expired; its job lets it act. */
export const SEAL_LAPSE_TIMER = 'lapse'

/** A step of the keepers of the seal. The seal determines who they are, so the task cannot be transferred. */
const byKeeper = (key: string, name: Text, fields: StateDefinition['fields'] = {}): StateDefinition =>
  handle(key, name, holders('sealKeeper'), { fields, emptyPolicy: { type: 'block' } })

const lapsesAfter = (afterHours: number, step: StateDefinition): StateDefinition => ({
  ...step,
  timers: [...(step.timers ?? []), { key: SEAL_LAPSE_TIMER, afterHours, action: 'autoPass' }],
})

const stampWrites = {
  stampedAt: 'required',
  stampedCount: 'required',
  scanFile: 'required',
  scanPages: 'required',
  stampPhotos: 'write',
} as const satisfies StateDefinition['fields']

const staysInOffice: Text = { zhHans: '不外带，无需交接', en: 'The seal stays in the office; nothing is handed over' }

/** CH-SEAL: in the office the keeper stamps; outside the seal is handed over, received, and taken back with its stampings. */
export const sealChain = (key: string): WorkflowDefinition => {
  const isOut = both(yes('takeOut'), { field: 'lapsed', op: 'ne', value: true })
  return chain(key, 'receive', [
    deptLeader(),
    withSkipReason(officeHead(either(oneOf('sealType', 'bureau', 'party', 'legal', 'contract'), yes('takeOut'))), {
      zhHans: '非重要印章且不外带，无需办公室领导审批',
      en: 'Ordinary seals that stay in the office need no head of the general office',
    }),
    withSkipReason(divisionLeader(oneOf('sealType', 'bureau', 'party', 'legal')), {
      zhHans: '非局章、党委章和法人章，无需分管领导审批',
      en: 'Seals other than those of the bureau, the party committee and the legal representative need no division leader',
    }),
    withSkipReason(
      lapsesAfter(OUTSIDE_HOURS, {
        ...byKeeper('handOut', { zhHans: '外带交出', en: 'Hand-over' }, { outPhotos: 'write' }),
        enterWhen: yes('takeOut'),
        allowReturn: 'start',
      }),
      staysInOffice,
    ),
    withSkipReason(
      {
        ...handle('sealReceipt', { zhHans: '领用人接收', en: 'Receipt of the seal' }, applicant, {
          emptyPolicy: orHolders('sealKeeper'),
        }),
        enterWhen: isOut,
      },
      staysInOffice,
    ),
    withSkipReason(
      {
        ...byKeeper(
          'takeBack',
          { zhHans: '归还登记', en: 'Return of the seal' },
          {
            backPhotos: 'write',
            backNote: 'write',
            ...stampWrites,
            // Nothing may have been stamped.
            stampedAt: 'write',
            scanFile: 'write',
            scanPages: 'write',
          },
        ),
        enterWhen: isOut,
      },
      staysInOffice,
    ),
    withSkipReason(
      lapsesAfter(IN_OFFICE_HOURS, {
        ...byKeeper('stamp', { zhHans: '用印登记', en: 'Stamping' }, stampWrites),
        enterWhen: { field: 'takeOut', op: 'ne', value: true },
        allowReturn: 'start',
      }),
      { zhHans: '外带用印在归还时登记', en: 'Stampings outside are registered with the return of the seal' },
    ),
  ])
}
