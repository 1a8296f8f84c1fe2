import { ticketTypes } from './permissions.ts'

/** The built-in roles (00-overview §0.5) with what they may do. */
export interface SeedRole {
  readonly key: string
  readonly name: string
  readonly nameEn: string
  /** Dictionary dataScope. */
  readonly scope: 0 | 1 | 2 | 3 | 4
  /** `resource:Action`, with `*` for any run of letters on either side of the colon. */
  readonly grants: readonly string[]
}

type Line = readonly [key: string, name: string, nameEn: string, scope: SeedRole['scope'], ...grants: string[]]

/** Anybody may be asked to approve, as a substitute (WF-11) or by a transfer; who is asked, the chain says. */
const stand = 'ticket:Approve ticket:Transfer'
/** Takes ticket lists out of the house: those who lead, handle or audit. */
const takeOut = 'ticket:Export'
/** Approving is what these are there for. */
const approve = `${stand} ticket:BatchApprove ticket:AddSign ticket:Delegate ${takeOut}`
/** The office that keeps a type's register undoes what its tickets did (20.2 void). */
const keep = `${approve} ticket:Void`
const businessResources =
  'article supervision yearPlan budgetLine budgetAnalysis fundPlan project projectExec finance financeAnalysis travel travelStandard car carViolation fuelCard carTrip driver maintenance inspectPlan menuPlan dish ingredient canteenMaterial mealOrder intention purchase selection vendor asset stock equipStandard seal'
/** FIN-83: a payroll is in nobody's register but those of its makers and payers. */
const openRegisters = ticketTypes.filter((type) => type !== 'personSalary').map((type) => `${type}:Register`)
const registers = `${openRegisters.join(' ')} ${businessResources
  .split(' ')
  .map((resource) => `${resource}:Search ${resource}:Retrieve`)
  .join(' ')}`
const supplies = [
  'officeSupplies',
  'electronicPartsAndConsumables',
  'medicalSupplies',
  'supplyRequest',
  'equipmentClothing',
]
const handling = (types: readonly string[]): string =>
  types.map((type) => `${type}:Register ${type}:Handle ${type}:Export`).join(' ')
const finance =
  'finance:Search finance:Retrieve finance:Audit finance:Export fundPlan:Search fundPlan:Retrieve fundPlan:Review yearPlan:Search yearPlan:Retrieve yearPlan:Review travel:Search travel:Retrieve travelStandard:Search travelStandard:Retrieve budgetLine:Search budgetLine:Retrieve'
const claims = [
  'financialReimbursementOne',
  'financialReimbursementTwo',
  'financialReimbursementThree',
  'preApproval',
  'travelRequest',
  'travelReimbursement',
  'subsidy',
]
const claimRegisters = claims.map((type) => `${type}:Register ${type}:Export`).join(' ')
const logs = ['loginLog', 'operationLog', 'frontendLog'].map((log) => `${log}:*`).join(' ')

// biome-ignore format: a table, one row to the line
const lines: readonly Line[] = [
  ['staff', '普通民警', 'Staff', 0,
    'home:Search home:SaveLayout article:Search article:Retrieve ticket:Search ticket:Retrieve mealOrder:Search mealOrder:Create mealOrder:Cancel message:Search message:Retrieve', stand,
    'financialReimbursementOne:Create financialReimbursementTwo:Create preApproval:Create travelRequest:Create travelReimbursement:Create subsidy:Create officialCar*:Create internalMaintenance:Create publicMaintenance:Create comparison:Create',
    'officeSupplies:Create electronicPartsAndConsumables:Create equipmentClothing:Create medicalSupplies:Create supplyRequest:Create officeElectronicEquipment:Create officeFurniture:Create leaveApproval:Create officialReception:Create accessControlDining:Create printingPublicity:Create useSeal:Create otherBusiness:Create'],
  ['deptLeader', '部门领导', 'Department leader', 1, approve,
    'yearPlan:Search yearPlan:Retrieve yearPlan:Create yearPlan:Update yearPlan:Submit fundPlan:Search fundPlan:Retrieve fundPlan:Create fundPlan:Update fundPlan:Submit project:Search project:Retrieve project:Create project:Update project:Submit supervision:Search supervision:Retrieve supervision:Reply supervision:Extend budgetAnalysis:Search budgetLine:Search budgetLine:Retrieve'],
  ['divisionLeader', '分管领导', 'Division leader', 4, approve, registers, 'supervision:Create'],
  ['bureauLeader', '局长', 'Bureau chief', 3, approve, registers, 'supervision:Create supervision:Close'],
  ['logisticsOfficer', '警保内勤', 'Logistics officer', 3, keep, handling(['otherBusiness', 'accessControlDining', 'printingPublicity', 'internalMaintenance', 'publicMaintenance']),
    'maintenance:* inspectPlan:* supervision:Search supervision:Retrieve supervision:Reply supervision:Extend article:Search article:Retrieve article:Create article:Update accessControlDining:Revoke financialReimbursementThree:Create',
    supplies.map((type) => `${type}:Register`).join(' ')],
  ['financeOfficer', '财务审核员', 'Finance officer', 3, approve, finance, claimRegisters],
  ['financeLeader', '财务负责人', 'Finance leader', 3, keep, finance, claimRegisters, 'yearPlan:Publish yearPlan:Reopen budgetLine:* budgetAnalysis:* financeAnalysis:* travelStandard:*'],
  ['cashier', '出纳', 'Cashier', 3, takeOut, claimRegisters, handling(claims), 'finance:Search finance:Retrieve finance:Pay finance:VoidPayment finance:Voucher finance:Reveal finance:Reconcile'],
  ['fleetManager', '车队管理员', 'Fleet manager', 3, keep, 'car:* carViolation:* fuelCard:* driver:* carTrip:*', handling(['officialCarAppointment', 'officialCarMaintenance', 'officialCarRefueling'])],
  ['driver', '驾驶员', 'Driver', 0, 'carTrip:Search carTrip:Depart carTrip:Return'],
  ['warehouseKeeper', '仓库管理员', 'Warehouse keeper', 3, takeOut, 'stock:Search stock:Retrieve stock:Create stock:Update stock:Delete stock:Export stock:Import stock:ImportTemplate stock:InDoc stock:OutDoc stock:TransferDoc stock:Count stock:Post stock:Void supplyRequest:ReturnIn', handling(supplies)],
  ['assetManager', '装备资产管理员', 'Asset manager', 3, keep, 'asset:* equipStandard:* stock:Search stock:Retrieve stock:Approve equipmentClothing:RenewPlan', handling(['officeElectronicEquipment', 'officeFurniture', 'equipmentClothing'])],
  ['canteenManager', '食堂管理员', 'Canteen manager', 3, keep, 'menuPlan:* dish:* ingredient:* canteenMaterial:* mealOrder:*', handling(['accessControlDining', 'officialReception'])],
  ['procurementOfficer', '采购管理员', 'Procurement officer', 3, keep, 'intention:* purchase:* selection:* vendor:* intentionOpen:Create bulkProject:Create financialReimbursementThree:Create', handling(['intentionOpen', 'comparison', 'bulkProject'])],
  ['maintenanceWorker', '维修人员', 'Repair worker', 0, 'maintenance:Search maintenance:Retrieve maintenance:Accept maintenance:Start maintenance:Suspend maintenance:Finish'],
  ['sealKeeper', '印章管理员', 'Seal keeper', 3, keep, 'seal:*', handling(['useSeal'])],
  ['hrOfficer', '人事内勤', 'HR officer', 3, keep, 'leaveApproval:Quota leaveApproval:Adjust user:Search personSalary:Create personSalary:Register subsidy:Register', handling(['leaveApproval'])],
  ['supervisor', '督办专员', 'Supervision officer', 3, 'supervision:*'],
  ['articleEditor', '宣传编辑', 'Editor', 3, 'article:*'],
  ['sysAdmin', '系统管理员', 'System administrator', 3,
    'user:Search user:Retrieve user:Create user:Update user:Delete user:Export user:Import user:ImportTemplate user:Enable user:Disable dept:* menu:* menuButton:* dictionary:* area:* config:* file:* appVersion:* backup:* workflow:* workflowState:* message:* dataTableDemo:* home:PublishLayout'],
  ['securityAdmin', '安全管理员', 'Security administrator', 3, 'role:* user:Search user:Retrieve user:AssignRole user:Unlock user:ResetPassword whiteList:* loginLog:Search loginLog:Retrieve session:* message:*'],
  ['auditor', '审计管理员', 'Auditor', 3, takeOut, registers, logs, 'workflow:Search workflow:Retrieve'],
]

export const roles: readonly SeedRole[] = lines.map(([key, name, nameEn, scope, ...grants]) => ({
  key,
  name,
  nameEn,
  scope,
  grants: grants.flatMap((part) => part.split(' ')),
}))
