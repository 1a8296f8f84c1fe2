/** The departments of the demo bureau (70.1). */
export interface DemoDepartment {
  readonly key: string
  readonly name: string
  readonly nameEn: string
  readonly parent: string | null
  readonly leader: string | null
  readonly isBudgetUnit: boolean
}
type Line = readonly [
  key: string,
  name: string,
  nameEn: string,
  parent: string | null,
  leader: string | null,
  isBudgetUnit: boolean,
]

const lines: readonly Line[] = [
  ['D00', '示范市公安局', 'Demo City Public Security Bureau', null, 'zhao01', false],
  ['D01', '局领导', 'Bureau leadership', 'D00', 'zhao01', true],
  ['D02', '办公室', 'General office', 'D00', 'wu06', true],
  ['D03', '政治部', 'Political and HR department', 'D00', 'chu10', true],
  ['D04', '警务保障部', 'Logistics department', 'D00', 'han14', true],
  ['D05', '财务科', 'Finance section', 'D04', 'qin17', false],
  ['D06', '装备资产科', 'Equipment and assets section', 'D04', 'lyu21', false],
  ['D07', '车辆管理科', 'Fleet section', 'D04', 'cao25', true],
  ['D08', '后勤服务科', 'Canteen and facilities section', 'D04', 'jiang31', true],
  ['D09', '采购科', 'Procurement section', 'D04', 'bai36', false],
  ['D10', '刑事侦查支队', 'Criminal investigation', 'D00', 'zhang39', true],
  ['D11', '交通警察支队', 'Traffic police', 'D00', 'peng46', true],
  ['D12', '科技信息化支队', 'Technology and IT', 'D00', 'feng53', true],
  ['D13', '督察审计处', 'Inspection and audit', 'D00', 'liu58', true],
]

/** Parents before children. */
export const departments: readonly DemoDepartment[] = lines.map(
  ([key, name, nameEn, parent, leader, isBudgetUnit]) => ({ key, name, nameEn, parent, leader, isBudgetUnit }),
)
