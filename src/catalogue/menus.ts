import type { CatalogueName, IconName, Permission } from '#src/define/names.ts'

/** Catalogues of the menu (README §1); a catalogue appears when one of its pages does. */
export interface SeedCatalogue {
  readonly key: CatalogueName
  readonly title: string
  readonly titleEn: string
  readonly icon: IconName
}
type CatalogueLine = readonly [key: string, title: string, titleEn: string, icon: IconName]

const catalogueLines = [
  ['home', '首页', 'Home', 'tabler-home'],
  ['workflow', '工作流', 'Workflow', 'tabler-git-branch'],
  ['finance', '财务申请', 'Finance applications', 'tabler-receipt'],
  ['officialCar', '用车申请', 'Car applications', 'tabler-car'],
  ['maintenance', '维修申请', 'Repair applications', 'tabler-tool'],
  ['procurement', '采购申请', 'Procurement applications', 'tabler-shopping-cart'],
  ['receive', '领用与事务', 'Supplies and services', 'tabler-package'],
  ['budget', '预算管理', 'Budget', 'tabler-chart-pie'],
  ['financeLedger', '财务', 'Finance', 'tabler-cash'],
  ['cars', '车辆', 'Cars', 'tabler-steering-wheel'],
  ['logistics', '后勤', 'Logistics', 'tabler-building'],
  ['restaurant', '食堂', 'Restaurant', 'tabler-tools-kitchen-2'],
  ['stock', '资产库存', 'Stock', 'tabler-box'],
  ['purchasing', '政府采购', 'Procurement', 'tabler-gavel'],
  ['supervision', '督办公告', 'Supervision and articles', 'tabler-eye-check'],
  ['system', '系统管理', 'System', 'tabler-settings'],
] as const satisfies readonly CatalogueLine[]

declare module '#src/define/names.ts' {
  interface CatalogueNames {
    catalogue: (typeof catalogueLines)[number][0]
  }
}

export const catalogues: readonly SeedCatalogue[] = catalogueLines.map(([key, title, titleEn, icon]) => ({
  key,
  title,
  titleEn,
  icon,
}))

/** Pages of the frame, which belong to no module. */
export interface SeedPage {
  readonly path: string
  readonly catalogue: CatalogueName
  readonly title: string
  readonly titleEn: string
  readonly icon: IconName
  readonly permissions: readonly Permission[]
  readonly visible: boolean
  readonly affix: boolean
  /** Default: as listed. */
  readonly sort?: number
}

// biome-ignore format: a table, one row to the line
export const framePages: readonly SeedPage[] = [
  { path: '/home', catalogue: 'home', title: '工作台', titleEn: 'Workbench', icon: 'home', permissions: ['home:Search'], visible: true, affix: true },
  { path: '/home/bak', catalogue: 'home', title: '领导驾驶舱', titleEn: 'Leader cockpit', icon: 'tabler-chart-pie', permissions: ['home:Search'], visible: false, affix: false },
  { path: '/home1', catalogue: 'home', title: '保障大屏', titleEn: 'Big screen', icon: 'timeline-bar-chart', permissions: ['home:Search'], visible: false, affix: false },
  { path: '/homeCopy', catalogue: 'home', title: '布局库', titleEn: 'Layouts', icon: 'list-columns', permissions: ['home:Search'], visible: false, affix: false },
  { path: '/personal-center', catalogue: 'home', title: '个人中心', titleEn: 'Personal centre', icon: 'person', permissions: [], visible: false, affix: false },
  { path: '/workflow/applications', catalogue: 'workflow', title: '申请中心', titleEn: 'Applications', icon: 'applications', permissions: ['ticket:Search'], visible: true, affix: false },
  { path: '/workflow/applications/{type}', catalogue: 'workflow', title: '填写申请', titleEn: 'Application', icon: 'applications', permissions: ['ticket:Search'], visible: false, affix: false },
  { path: '/workflow/ticket', catalogue: 'workflow', title: '我的工单', titleEn: 'Tickets', icon: 'inbox', permissions: ['ticket:Search'], visible: true, affix: false },
  { path: '/workflow/ticket/{id}', catalogue: 'workflow', title: '工单详情', titleEn: 'Ticket', icon: 'document', permissions: ['ticket:Retrieve'], visible: false, affix: false },
  { path: '/workflow/ticketApproval', catalogue: 'workflow', title: '审批中心', titleEn: 'Approvals', icon: 'endorsed', permissions: ['ticket:Approve'], visible: true, affix: false },
  { path: '/workflow/proposal', catalogue: 'workflow', title: '变更确认', titleEn: 'Changes to confirm', icon: 'tabler-eye-check', permissions: ['proposal:Search'], visible: true, affix: false },
  { path: '/workflow/workflow', catalogue: 'workflow', title: '流程管理', titleEn: 'Workflows', icon: 'diagram-tree', permissions: ['workflow:Search'], visible: true, affix: false },
  { path: '/workflow/workflow-state', catalogue: 'workflow', title: '流程环节', titleEn: 'Workflow states', icon: 'list-columns', permissions: ['workflowState:Search'], visible: true, affix: false },
  { path: '/system/apiDocs', catalogue: 'system', title: '接口文档', titleEn: 'API documentation', icon: 'document', permissions: ['menuButton:Search'], visible: true, affix: false, sort: 190 },
]
