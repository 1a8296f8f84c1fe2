/** The built-in roles (00-overview §0.5) with what they may do beside what the modules grant them. */
import {
  type ApplicationAction,
  applicationPermission,
  type Permission,
  type Resource,
  type RoleName,
} from '#src/define/names.ts'

/** Data scope as dictionary dataScope counts. */
type Line = readonly [key: string, name: string, nameEn: string, scope: 0 | 1 | 2 | 3 | 4]

// biome-ignore format: a table, one row to the line
const lines = [
  ['staff', '普通民警', 'Staff', 0],
  ['deptLeader', '部门领导', 'Department leader', 1],
  ['divisionLeader', '分管领导', 'Division leader', 4],
  ['bureauLeader', '局长', 'Bureau chief', 3],
  ['logisticsOfficer', '警保内勤', 'Logistics officer', 3],
  ['financeOfficer', '财务审核员', 'Finance officer', 3],
  ['financeLeader', '财务负责人', 'Finance leader', 3],
  ['cashier', '出纳', 'Cashier', 3],
  ['fleetManager', '车队管理员', 'Fleet manager', 3],
  ['driver', '驾驶员', 'Driver', 0],
  ['warehouseKeeper', '仓库管理员', 'Warehouse keeper', 3],
  ['assetManager', '装备资产管理员', 'Asset manager', 3],
  ['canteenManager', '食堂管理员', 'Canteen manager', 3],
  ['procurementOfficer', '采购管理员', 'Procurement officer', 3],
  ['maintenanceWorker', '维修人员', 'Repair worker', 0],
  ['sealKeeper', '印章管理员', 'Seal keeper', 3],
  ['hrOfficer', '人事内勤', 'HR officer', 3],
  ['supervisor', '督办专员', 'Supervision officer', 3],
  ['articleEditor', '宣传编辑', 'Editor', 3],
  ['sysAdmin', '系统管理员', 'System administrator', 3],
  ['securityAdmin', '安全管理员', 'Security administrator', 3],
  ['auditor', '审计管理员', 'Auditor', 3],
] as const satisfies readonly Line[]

declare module '#src/define/names.ts' {
  interface RoleNames {
    shipped: (typeof lines)[number][0]
  }
}

/** A permission, or all of a resource. */
type Grant = Permission | `${Resource}:*`

/** An application type by its permission to begin one. */
type ApplicationType = Permission extends infer P ? (P extends `${infer Type}:Register` ? Type : never) : never

/** Every type the product ships. */
export const ticketTypes: readonly ApplicationType[] = [
  'financialReimbursementOne',
  'financialReimbursementTwo',
  'financialReimbursementThree',
  'preApproval',
  'travelRequest',
  'travelReimbursement',
  'subsidy',
  'personSalary',
  'officialCarAppointment',
  'officialCarMaintenance',
  'officialCarRefueling',
  'internalMaintenance',
  'publicMaintenance',
  'intentionOpen',
  'comparison',
  'bulkProject',
  'officeSupplies',
  'electronicPartsAndConsumables',
  'equipmentClothing',
  'medicalSupplies',
  'supplyRequest',
  'officeElectronicEquipment',
  'officeFurniture',
  'leaveApproval',
  'officialReception',
  'accessControlDining',
  'printingPublicity',
  'useSeal',
  'otherBusiness',
]

const every = (types: readonly ApplicationType[], ...actions: readonly ApplicationAction[]): readonly Permission[] =>
  types.flatMap((type) => actions.map((action) => applicationPermission(type, action)))

/** Anybody may be asked to approve, as a substitute (WF-11) or by a transfer; who is asked, the chain says. */
const stand: readonly Grant[] = ['ticket:Approve', 'ticket:Transfer']
/** Takes ticket lists out of the house: those who lead, handle or audit. */
const takeOut: Grant = 'ticket:Export'
/** Approving is what these are there for. */
const approve: readonly Grant[] = [...stand, 'ticket:BatchApprove', 'ticket:AddSign', 'ticket:Delegate', takeOut]
/** The office that keeps a type's register undoes what its tickets did (20.2 void). */
const keep: readonly Grant[] = [...approve, 'ticket:Void']
const registers: readonly Grant[] = [
  // FIN-83: a payroll is in nobody's register but those of its makers and payers.
  ...every(
    ticketTypes.filter((type) => type !== 'personSalary'),
    'Register',
  ),
  'article:Search',
  'article:Retrieve',
  'supervision:Search',
  'supervision:Retrieve',
  'yearPlan:Search',
  'yearPlan:Retrieve',
  'budgetLine:Search',
  'budgetLine:Retrieve',
  'budgetAnalysis:Search',
  'fundPlan:Search',
  'fundPlan:Retrieve',
  'project:Search',
  'project:Retrieve',
  'projectExec:Search',
  'projectExec:Retrieve',
  'finance:Search',
  'finance:Retrieve',
  'financeAnalysis:Search',
  'travel:Search',
  'travel:Retrieve',
  'travelStandard:Search',
  'travelStandard:Retrieve',
  'car:Search',
  'car:Retrieve',
  'carViolation:Search',
  'carViolation:Retrieve',
  'fuelCard:Search',
  'carTrip:Search',
  'driver:Search',
  'driver:Retrieve',
  'maintenance:Search',
  'maintenance:Retrieve',
  'inspectPlan:Search',
  'inspectPlan:Retrieve',
  'menuPlan:Search',
  'menuPlan:Retrieve',
  'dish:Search',
  'dish:Retrieve',
  'ingredient:Search',
  'ingredient:Retrieve',
  'canteenMaterial:Search',
  'canteenMaterial:Retrieve',
  'mealOrder:Search',
  'intention:Search',
  'intention:Retrieve',
  'purchase:Search',
  'purchase:Retrieve',
  'selection:Search',
  'selection:Retrieve',
  'vendor:Search',
  'vendor:Retrieve',
  'asset:Search',
  'asset:Retrieve',
  'equipStandard:Search',
  'equipStandard:Retrieve',
  'seal:Search',
  'seal:Retrieve',
]
const supplies: readonly ApplicationType[] = [
  'officeSupplies',
  'electronicPartsAndConsumables',
  'medicalSupplies',
  'supplyRequest',
  'equipmentClothing',
]
const handling = (types: readonly ApplicationType[]): readonly Permission[] => every(types, 'Register', 'Export')
const finance: readonly Grant[] = [
  'finance:Search',
  'finance:Retrieve',
  'finance:Audit',
  'finance:Export',
  'fundPlan:Search',
  'fundPlan:Retrieve',
  'fundPlan:Review',
  'yearPlan:Search',
  'yearPlan:Retrieve',
  'yearPlan:Review',
  'travel:Search',
  'travel:Retrieve',
  'travelStandard:Search',
  'travelStandard:Retrieve',
  'budgetLine:Search',
  'budgetLine:Retrieve',
]
const claims: readonly ApplicationType[] = [
  'financialReimbursementOne',
  'financialReimbursementTwo',
  'financialReimbursementThree',
  'preApproval',
  'travelRequest',
  'travelReimbursement',
  'subsidy',
]
const claimRegisters: readonly Grant[] = every(claims, 'Register', 'Export')
const logs: readonly Grant[] = ['loginLog:*', 'operationLog:*', 'frontendLog:*']

// biome-ignore format: a table, one row to the line
const grants: Readonly<Record<RoleName, readonly Grant[]>> = {
  staff: ['home:Search', 'article:Search', 'article:Retrieve', 'ticket:Search', 'ticket:Retrieve', 'mealOrder:Search', 'mealOrder:Create', 'mealOrder:Cancel', 'message:Search', ...stand,
    'financialReimbursementOne:Create', 'financialReimbursementTwo:Create', 'preApproval:Create', 'travelRequest:Create', 'travelReimbursement:Create', 'subsidy:Create', 'officialCarAppointment:Create', 'officialCarMaintenance:Create', 'officialCarRefueling:Create', 'internalMaintenance:Create', 'publicMaintenance:Create', 'comparison:Create',
    'officeSupplies:Create', 'electronicPartsAndConsumables:Create', 'equipmentClothing:Create', 'medicalSupplies:Create', 'supplyRequest:Create', 'officeElectronicEquipment:Create', 'officeFurniture:Create', 'leaveApproval:Create', 'officialReception:Create', 'accessControlDining:Create', 'printingPublicity:Create', 'useSeal:Create', 'otherBusiness:Create'],
  deptLeader: [...approve,
    'yearPlan:Search', 'yearPlan:Retrieve', 'yearPlan:Create', 'yearPlan:Update', 'yearPlan:Submit', 'fundPlan:Search', 'fundPlan:Retrieve', 'fundPlan:Create', 'fundPlan:Update', 'fundPlan:Submit', 'project:Search', 'project:Retrieve', 'project:Create', 'project:Update', 'project:Submit', 'supervision:Search', 'supervision:Retrieve', 'supervision:Reply', 'supervision:Extend', 'budgetAnalysis:Search', 'budgetLine:Search', 'budgetLine:Retrieve'],
  divisionLeader: [...approve, ...registers, 'supervision:Create'],
  bureauLeader: [...approve, ...registers, 'supervision:Create', 'supervision:Close'],
  logisticsOfficer: [...keep, ...handling(['otherBusiness', 'accessControlDining', 'printingPublicity', 'internalMaintenance', 'publicMaintenance']),
    'maintenance:*', 'inspectPlan:*', 'vendor:Search', 'vendor:Retrieve', 'supervision:Search', 'supervision:Retrieve', 'supervision:Reply', 'supervision:Extend', 'article:Search', 'article:Retrieve', 'article:Create', 'article:Update', 'accessControlDining:Revoke', 'financialReimbursementThree:Create',
    ...every(supplies, 'Register')],
  financeOfficer: [...approve, ...finance, ...claimRegisters],
  financeLeader: [...keep, ...finance, ...claimRegisters, 'yearPlan:Publish', 'yearPlan:Reopen', 'budgetLine:*', 'budgetAnalysis:*', 'financeAnalysis:*', 'travelStandard:*'],
  cashier: [takeOut, ...claimRegisters, ...handling(claims), 'finance:Search', 'finance:Retrieve', 'finance:Pay', 'finance:VoidPayment', 'finance:Voucher', 'finance:Reveal', 'finance:Reconcile'],
  fleetManager: [...keep, 'car:*', 'carViolation:*', 'fuelCard:*', 'driver:*', 'carTrip:*', ...handling(['officialCarAppointment', 'officialCarMaintenance', 'officialCarRefueling'])],
  driver: ['carTrip:Search', 'carTrip:Depart', 'carTrip:Return'],
  warehouseKeeper: [takeOut, 'supplyRequest:ReturnIn', ...handling(supplies)],
  assetManager: [...keep, 'asset:*', 'equipStandard:*', 'equipmentClothing:RenewPlan', ...handling(['officeElectronicEquipment', 'officeFurniture', 'equipmentClothing'])],
  canteenManager: [...keep, 'menuPlan:*', 'dish:*', 'ingredient:*', 'canteenMaterial:*', 'mealOrder:*', ...handling(['accessControlDining', 'officialReception'])],
  procurementOfficer: [...keep, 'intention:*', 'purchase:*', 'selection:*', 'vendor:*', 'intentionOpen:Create', 'bulkProject:Create', 'financialReimbursementThree:Create', ...handling(['intentionOpen', 'comparison', 'bulkProject'])],
  maintenanceWorker: ['maintenance:Search', 'maintenance:Retrieve', 'maintenance:Accept', 'maintenance:Start', 'maintenance:Suspend', 'maintenance:Finish'],
  sealKeeper: [...keep, 'seal:*', ...handling(['useSeal'])],
  hrOfficer: [...keep, 'leaveApproval:Quota', 'leaveApproval:Adjust', 'user:Search', 'personSalary:Create', 'personSalary:Register', 'subsidy:Register', ...handling(['leaveApproval'])],
  supervisor: ['supervision:*'],
  articleEditor: ['article:*'],
  sysAdmin: ['user:Search', 'user:Retrieve', 'user:Create', 'user:Update', 'user:Delete', 'user:Export', 'user:Import', 'user:Enable', 'user:Disable', 'dept:*', 'menu:*', 'menuButton:*', 'dictionary:*', 'area:*', 'config:*', 'file:*', 'appVersion:*', 'backup:*', 'workflow:*', 'workflowState:*', 'message:*', 'dataTableDemo:*'],
  securityAdmin: ['role:*', 'user:Search', 'user:Retrieve', 'user:AssignRole', 'user:Unlock', 'user:ResetPassword', 'whiteList:*', 'loginLog:Search', 'loginLog:Retrieve', 'session:*', 'message:*'],
  auditor: [takeOut, ...registers, ...logs, 'workflow:Search', 'workflow:Retrieve'],
}

export const roles = lines.map(([key, name, nameEn, scope]) => ({ key, name, nameEn, scope, grants: grants[key] }))
