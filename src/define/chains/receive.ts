/** Chains of what is received and of other affairs (20.3). */
import type { Condition, StateDefinition, Text, WorkflowDefinition } from '#machines/ticket/definition.ts'
import {
  bureauLeader,
  deptLeader,
  divisionLeader,
  financeAudit,
  logisticsHead,
  logisticsReview,
  officeHead,
  receiptSign,
} from './people.ts'
import { above, applicant, approve, chain, copy, either, handle, holders, leaderOf, oneOf, yes } from './steps.ts'

const assetReview = (key: string, name: Text, fields: StateDefinition['fields'] = {}) =>
  approve(key, name, holders('assetManager'), {
    late: leaderOf('D04'),
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

/** CH-ISSUE. `when` brings logistics in as well; `between` stands before, `after` behind the issue. */
export const issueChain = (
  key: string,
  {
    when,
    between = [],
    after = [],
  }: {
    readonly when?: Condition
    readonly between?: readonly StateDefinition[]
    readonly after?: readonly StateDefinition[]
  } = {},
): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    logisticsReview(when ? either(OVER_VALUE, when) : OVER_VALUE),
    ...between,
    issue,
    ...after,
  ])

/** STK-22: the security administrator is told of secret media. */
export const securityTold: StateDefinition = copy(
  'securityTold',
  { zhHans: '抄送安全管理员', en: 'Security is told' },
  holders('securityAdmin'),
  yes('secretMedia'),
)

/** STK-33: a second keeper checks what is controlled. */
export const issueCheck: StateDefinition = handle(
  'issueCheck',
  { zhHans: '复核发放', en: 'Second keeper checks' },
  holders('warehouseKeeper'),
  {
    enterWhen: yes('controlled'),
    allowTransfer: true,
  },
)

/** CH-CLOTH. */
export const clothingChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    assetReview('equipReview', { zhHans: '装备审核', en: 'Equipment review' }),
    issue,
    receiptSign,
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
    logisticsHead(either(yes('overStandard'), yes('needPurchase'))),
    handle('handover', { zhHans: '资产移交', en: 'Handover' }, holders('assetManager'), {
      allowTransfer: true,
      allowReturn: 'start',
    }),
    receiptSign,
  ])

/** CH-SEAL. */
export const sealChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    officeHead(either(oneOf('sealType', 'bureau', 'party', 'legal', 'contract'), yes('takeOut'))),
    divisionLeader(oneOf('sealType', 'bureau', 'party', 'legal')),
    handle('stamp', { zhHans: '用印登记', en: 'Stamping' }, holders('sealKeeper'), {
      fields: { stampedAt: 'required', stampedCount: 'required', scanFile: 'write' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
  ])

/** CH-RECEP. */
export const receptionChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    officeHead(),
    financeAudit(),
    divisionLeader(),
    bureauLeader(either(oneOf('guestTopRank', 'bureau'), above('t1'))),
    handle('serve', { zhHans: '用餐核销', en: 'Meal served' }, holders('canteenManager'), {
      allowTransfer: true,
      allowReturn: 'start',
    }),
    handle('guestList', { zhHans: '填报接待清单', en: 'Guest list' }, applicant, {
      emptyPolicy: { type: 'toRole', role: 'logisticsOfficer' },
      fields: { actualGuests: 'required', actualEscorts: 'required', actualAmount: 'required', listFile: 'required' },
    }),
    handle('settle', { zhHans: '财务结算', en: 'Settlement' }, holders('financeOfficer'), { allowTransfer: true }),
  ])

/** CH-ACCESS. */
export const accessChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    logisticsReview(),
    handle('activate', { zhHans: '开通权限', en: 'Activation' }, holders('canteenManager'), {
      fields: { cardNo: 'write' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
  ])

/** CH-PRINT. */
export const printChain = (key: string): WorkflowDefinition =>
  chain(key, 'receive', [
    deptLeader(),
    approve('contentReview', { zhHans: '内容审核', en: 'Content review' }, holders('articleEditor'), {
      late: leaderOf('D03'),
      enterWhen: yes('external'),
    }),
    logisticsReview(),
    financeAudit(above('t1')),
    divisionLeader(above('t1')),
    handle('deliver', { zhHans: '交付', en: 'Delivery' }, holders('logisticsOfficer'), {
      fields: { deliveredQty: 'required', actualAmount: 'required' },
      allowTransfer: true,
      allowReturn: 'start',
    }),
  ])
