import type { EntryColors, PermissionGrant } from '#src/define/module.ts'
import type { PermissionsIn } from '#src/define/names.ts'

/** Who reads the registers of money (README §2). */
const readers = ['financeOfficer', 'financeLeader', 'cashier', 'divisionLeader', 'bureauLeader', 'auditor'] as const

/** Who may do what by the shipped catalogue. */
export const financePermissions = [
  {
    resource: 'financialReimbursementOne',
    actions: {
      Create: ['staff'],
      Register: readers,
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'financialReimbursementTwo',
    actions: {
      Create: ['staff'],
      Register: readers,
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'financialReimbursementThree',
    actions: {
      Create: ['procurementOfficer', 'logisticsOfficer', 'fleetManager', 'deptLeader'],
      Register: readers,
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'preApproval',
    actions: {
      Create: ['staff'],
      // Everybody reads what is left of their own, within the scope of their roles.
      Register: ['staff', 'deptLeader', ...readers],
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'travelRequest',
    actions: {
      Create: ['staff'],
      Register: readers,
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'travelReimbursement',
    actions: {
      Create: ['staff'],
      Register: readers,
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'subsidy',
    actions: {
      Create: ['staff'],
      Register: [...readers, 'hrOfficer'],
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    // FIN-83: others see a payroll only where they decide on it.
    resource: 'personSalary',
    actions: {
      Create: ['hrOfficer'],
      Register: ['hrOfficer', 'cashier'],
      Export: ['hrOfficer'],
    },
  },
  {
    resource: 'travel',
    actions: {
      // Everybody reads their own trips, within the scope of their roles.
      Search: ['staff', 'deptLeader', ...readers],
      Retrieve: ['staff', 'deptLeader', ...readers],
      Update: ['staff', 'deptLeader', 'financeOfficer', 'financeLeader'],
      Return: ['staff', 'deptLeader', 'financeOfficer', 'financeLeader'],
      Cancel: ['deptLeader', 'financeLeader'],
      Remind: ['deptLeader', 'financeOfficer', 'financeLeader'],
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
  {
    resource: 'travelStandard',
    actions: {
      Search: readers,
      Retrieve: readers,
      Create: ['financeLeader'],
      Update: ['financeLeader'],
      Delete: ['financeLeader'],
      Import: ['financeLeader'],
    },
  },
  {
    resource: 'finance',
    actions: {
      Search: ['financeOfficer', 'financeLeader', 'cashier', 'auditor'],
      Retrieve: ['financeOfficer', 'financeLeader', 'cashier', 'auditor'],
      Audit: ['financeOfficer', 'financeLeader'],
      Pay: ['cashier'],
      VoidPayment: ['cashier'],
      Voucher: ['cashier'],
      Reveal: ['cashier'],
      Reconcile: ['cashier', 'financeOfficer', 'financeLeader'],
      Export: ['financeOfficer', 'financeLeader', 'auditor'],
    },
  },
] as const satisfies readonly PermissionGrant[]

/** Codes in order; what they are called stands in the messages. */
export const financeDictionaries = {
  claimKind: ['one', 'two', 'three', 'travel', 'subsidy', 'salary'],
  payResult: ['paid', 'failed'],
  payAccount: ['zeroBalance', 'special', 'petty'],
  invoiceState: ['used', 'released'],
  paymentBatchState: ['open', 'submitted', 'done', 'cancelled'],
  voucherState: ['draft', 'final', 'voided'],
  payeeCorrectionState: ['proposed', 'confirmed', 'refused'],
  paymentStage: ['advance', 'progress', 'acceptance', 'retention'],
  travelPurpose: ['investigation', 'meeting', 'training', 'inspection', 'escort', 'other'],
  preApprovalCategory: ['meeting', 'training', 'purchase', 'service', 'maintenance', 'other'],
} as const

/** In which colour their states are seen. */
export const financeColors = {
  payResult: { paid: 'success', failed: 'error' },
  paymentBatchState: { open: 'warning', submitted: 'info', done: 'success' },
  voucherState: { final: 'success', voided: 'error' },
  payeeCorrectionState: { proposed: 'warning', confirmed: 'success', refused: 'error' },
} as const satisfies EntryColors<typeof financeDictionaries>

declare module '#src/define/names.ts' {
  interface PermissionNames {
    finance: PermissionsIn<typeof financePermissions>
  }

  interface DictionaryNames {
    finance: keyof typeof financeDictionaries
  }

  interface RecordNames {
    finance:
      | 'preApproval'
      | 'paymentBatch'
      | 'voucher'
      | 'payeeCorrection'
      | 'paymentRecovery'
      | 'expenseClaim'
      | 'payment'
      | 'invoice'
      | 'travelStandard'
      | 'travelTrip'
  }
}
