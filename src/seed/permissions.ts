/** All permission strings (00-overview §0.6): actions by resource. `CRUD`, `X` and `I` are the groups of that section. */
const groups: Readonly<Record<string, string>> = {
  CRUD: 'Search Retrieve Create Update Delete',
  X: 'Export',
  I: 'Import ImportTemplate',
}

const resources: Readonly<Record<string, string>> = {
  home: 'Search SaveLayout PublishLayout',
  article: 'CRUD X Publish Withdraw Pin ReadStat',
  supervision: 'CRUD X Assign Reply Extend ReviewExtend Urge Close Score Terminate',
  yearPlan: 'CRUD X I Submit Review Publish Reopen',
  budgetLine: 'Search Retrieve Adjust Transfer Lock X',
  budgetAnalysis: 'Search X Warn',
  fundPlan: 'CRUD X Submit Review Close',
  project: 'CRUD X I Submit Review Include Remove',
  projectExec: 'Search Retrieve Update Milestone Finish X',
  finance: 'Search Retrieve Audit Pay VoidPayment Voucher Reveal Reconcile X',
  financeAnalysis: 'Search X',
  travel: 'Search Retrieve Update Return Cancel Remind X',
  travelStandard: 'CRUD I',
  car: 'CRUD X I Scrap Enable Disable',
  carViolation: 'CRUD',
  fuelCard: 'Search Recharge',
  carTrip: 'Search Dispatch Change Depart Return Cancel X',
  driver: 'CRUD X I Suspend Restore',
  maintenance: 'Search Retrieve Create Dispatch Accept Start Suspend Finish Verify Close X',
  inspectPlan: 'CRUD',
  menuPlan: 'CRUD X Publish Withdraw Copy Demand Sample',
  dish: 'CRUD I',
  ingredient: 'CRUD X I Receive Issue Waste Count',
  canteenMaterial: 'CRUD X I Receive Issue Scrap Count Meter',
  mealOrder: 'Search Create Cancel Verify NoShow Settle X',
  intention: 'Search Retrieve Update Publish Revoke Convert X',
  purchase: 'CRUD X Contract Deliver Accept Payment Terminate Archive',
  selection: 'CRUD X Invite OpenQuotes Award Abort',
  vendor: 'CRUD I X Blacklist',
  asset: 'CRUD X I Allocate Confirm Return Transfer Repair Scrap Dispose Lost Count Depreciate Label',
  stock: 'CRUD X I InDoc OutDoc TransferDoc Count Approve Post Void',
  equipStandard: 'CRUD X I Publish',
  backup: 'Search Create Verify Download Delete Schedule ExportData',
  dataTableDemo: 'Search Update X',
  user: 'CRUD X I Enable Disable ResetPassword AssignRole Unlock',
  role: 'CRUD SetMenu SetButton SetDataScope SetUser',
  dept: 'CRUD X I Move',
  menu: 'CRUD Move',
  menuButton: 'CRUD Generate',
  dictionary: 'CRUD X I',
  area: 'CRUD I',
  config: 'Search Update Create Delete',
  file: 'Search Retrieve Delete Download',
  loginLog: 'Search Retrieve X',
  operationLog: 'Search Retrieve X',
  frontendLog: 'Search Retrieve X',
  message: 'Search Retrieve Create Update Delete Send',
  appVersion: 'CRUD Publish',
  whiteList: 'CRUD',
  session: 'Search Kick',
  job: 'Search Run',
  workflow: 'CRUD X I Publish Disable Copy Simulate',
  workflowState: 'CRUD',
  ticket: 'Search Retrieve Approve BatchApprove Transfer AddSign Delegate Void X',
  seal: 'CRUD',
}

/** Keys of all types that the house ships. */
export const ticketTypes: readonly string[] =
  'financialReimbursementOne financialReimbursementTwo financialReimbursementThree preApproval travelRequest travelReimbursement subsidy personSalary officialCarAppointment officialCarMaintenance officialCarRefueling internalMaintenance publicMaintenance intentionOpen comparison bulkProject officeSupplies electronicPartsAndConsumables equipmentClothing medicalSupplies supplyRequest officeElectronicEquipment officeFurniture leaveApproval officialReception accessControlDining printingPublicity useSeal otherBusiness'.split(
    ' ',
  )

const extras = [
  'leaveApproval:Quota',
  'leaveApproval:Adjust',
  'accessControlDining:Revoke',
  'equipmentClothing:RenewPlan',
  'supplyRequest:ReturnIn',
]

/** Administration: never part of a business role (SYS-25). */
const adminResources = new Set(
  'user role dept menu menuButton dictionary area config loginLog operationLog frontendLog appVersion whiteList session backup job'.split(
    ' ',
  ),
)

const actionsOf = (list: string): readonly string[] =>
  list.split(' ').flatMap((word) => (groups[word] ?? word).split(' '))

/** Every `resource:Action` of the catalogue. */
export const permissions: readonly string[] = [
  ...Object.entries(resources).flatMap(([resource, list]) => actionsOf(list).map((action) => `${resource}:${action}`)),
  ...ticketTypes.flatMap((type) => ['Create', 'Register', 'Handle', 'Export'].map((action) => `${type}:${action}`)),
  ...extras,
]

/** Reading of people and departments that business has too (§0.5: hrOfficer looks people up). */
const forBusiness = new Set(['user:Search', 'dept:Search', 'dept:Retrieve'])

/** Whether a permission belongs to administration (SYS-25). */
export const isAdminOnly = (permission: string): boolean =>
  adminResources.has(permission.split(':')[0] ?? '') && !forBusiness.has(permission)
