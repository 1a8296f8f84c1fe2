/** The sixty people of the demo bureau (70.2). All fictional. */
export interface DemoPerson {
  readonly username: string
  readonly name: string
  readonly nameEn: string
  readonly dept: string
  readonly post: string
  readonly rank: 'division' | 'section' | 'staff'
  readonly type: 'police' | 'auxiliary' | 'contract'
  /** Roles beside `staff`. */
  readonly roles: string
  /** Departments in charge of, for a division leader. */
  readonly inCharge?: string
  readonly disabled?: true
}

type Line = readonly [
  username: string,
  name: string,
  nameEn: string,
  dept: string,
  post: string,
  rank: DemoPerson['rank'],
  type: DemoPerson['type'],
  roles?: string,
  inCharge?: string,
]

// biome-ignore format: a table, one row to the line
const lines: readonly Line[] = [
  ['zhao01', '赵示甲', 'Zhao Shijia', 'D01', '局长', 'division', 'police', 'bureauLeader'],
  ['qian02', '钱示乙', 'Qian Shiyi', 'D01', '副局长(警保)', 'division', 'police', 'divisionLeader', 'D02 D04 D05 D06 D07 D08 D09'],
  ['sun03', '孙示丙', 'Sun Shibing', 'D01', '副局长(刑侦)', 'division', 'police', 'divisionLeader', 'D10'],
  ['li04', '李示丁', 'Li Shiding', 'D01', '副局长(交管科信)', 'division', 'police', 'divisionLeader', 'D11 D12'],
  ['zhou05', '周示戊', 'Zhou Shiwu', 'D01', '政治部主任', 'division', 'police', 'divisionLeader', 'D03 D13'],
  ['wu06', '吴示己', 'Wu Shiji', 'D02', '办公室主任', 'section', 'police', 'deptLeader'],
  ['zheng07', '郑示庚', 'Zheng Shigeng', 'D02', '机要员', 'staff', 'police', 'sealKeeper'],
  ['feng08', '冯示辛', 'Feng Shixin', 'D02', '督办专员', 'staff', 'police', 'supervisor'],
  ['chen09', '陈示壬', 'Chen Shiren', 'D02', '文秘', 'staff', 'police'],
  ['chu10', '褚示癸', 'Chu Shigui', 'D03', '政治部副主任', 'section', 'police', 'deptLeader'],
  ['wei11', '卫示甲', 'Wei Shijia', 'D03', '人事干事', 'staff', 'police', 'hrOfficer'],
  ['jiang12', '蒋示乙', 'Jiang Shiyi', 'D03', '宣传干事', 'staff', 'police', 'articleEditor'],
  ['shen13', '沈示丙', 'Shen Shibing', 'D03', '教育干事', 'staff', 'police'],
  ['han14', '韩示丁', 'Han Shiding', 'D04', '警保部主任', 'section', 'police', 'deptLeader'],
  ['yang15', '杨示戊', 'Yang Shiwu', 'D04', '警保内勤', 'staff', 'police', 'logisticsOfficer'],
  ['zhu16', '朱示己', 'Zhu Shiji', 'D04', '警保内勤', 'staff', 'auxiliary', 'logisticsOfficer'],
  ['qin17', '秦示庚', 'Qin Shigeng', 'D05', '财务科科长', 'section', 'police', 'deptLeader financeLeader'],
  ['you18', '尤示辛', 'You Shixin', 'D05', '审核会计', 'staff', 'police', 'financeOfficer'],
  ['xu19', '许示壬', 'Xu Shiren', 'D05', '总账会计', 'staff', 'police', 'financeOfficer'],
  ['he20', '何示癸', 'He Shigui', 'D05', '出纳', 'staff', 'police', 'cashier'],
  ['lyu21', '吕示甲', 'Lyu Shijia', 'D06', '装备资产科科长', 'section', 'police', 'deptLeader assetManager'],
  ['shi22', '施示乙', 'Shi Shiyi', 'D06', '资产管理员', 'staff', 'police', 'assetManager'],
  ['zhang23', '张示丙', 'Zhang Shibing', 'D06', '仓库管理员', 'staff', 'auxiliary', 'warehouseKeeper'],
  ['kong24', '孔示丁', 'Kong Shiding', 'D06', '仓库管理员', 'staff', 'auxiliary', 'warehouseKeeper'],
  ['cao25', '曹示戊', 'Cao Shiwu', 'D07', '车管科科长', 'section', 'police', 'deptLeader fleetManager'],
  ['yan26', '严示己', 'Yan Shiji', 'D07', '调度员', 'staff', 'police', 'fleetManager'],
  ['hua27', '华示庚', 'Hua Shigeng', 'D07', '驾驶员', 'staff', 'auxiliary', 'driver'],
  ['jin28', '金示辛', 'Jin Shixin', 'D07', '驾驶员', 'staff', 'auxiliary', 'driver'],
  ['wei29', '魏示壬', 'Wei Shiren', 'D07', '驾驶员', 'staff', 'auxiliary', 'driver'],
  ['tao30', '陶示癸', 'Tao Shigui', 'D07', '驾驶员', 'staff', 'contract', 'driver'],
  ['jiang31', '姜示甲', 'Jiang Shijia', 'D08', '后勤服务科科长', 'section', 'police', 'deptLeader'],
  ['qi32', '戚示乙', 'Qi Shiyi', 'D08', '食堂管理员', 'staff', 'auxiliary', 'canteenManager'],
  ['xie33', '谢示丙', 'Xie Shibing', 'D08', '厨师长', 'staff', 'contract'],
  ['zou34', '邹示丁', 'Zou Shiding', 'D08', '维修工', 'staff', 'contract', 'maintenanceWorker'],
  ['yu35', '喻示戊', 'Yu Shiwu', 'D08', '维修工', 'staff', 'contract', 'maintenanceWorker'],
  ['bai36', '柏示己', 'Bai Shiji', 'D09', '采购科科长', 'section', 'police', 'deptLeader'],
  ['shui37', '水示庚', 'Shui Shigeng', 'D09', '采购专员', 'staff', 'police', 'procurementOfficer'],
  ['dou38', '窦示辛', 'Dou Shixin', 'D09', '采购专员', 'staff', 'police', 'procurementOfficer'],
  ['zhang39', '章示壬', 'Zhang Shiren', 'D10', '支队长', 'section', 'police', 'deptLeader'],
  ['yun40', '云示癸', 'Yun Shigui', 'D10', '副支队长', 'section', 'police'],
  ['su41', '苏示甲', 'Su Shijia', 'D10', '大队长', 'section', 'police'],
  ['pan42', '潘示乙', 'Pan Shiyi', 'D10', '侦查员', 'staff', 'police'],
  ['ge43', '葛示丙', 'Ge Shibing', 'D10', '侦查员', 'staff', 'police'],
  ['xi44', '奚示丁', 'Xi Shiding', 'D10', '侦查员', 'staff', 'police'],
  ['fan45', '范示戊', 'Fan Shiwu', 'D10', '内勤', 'staff', 'auxiliary'],
  ['peng46', '彭示己', 'Peng Shiji', 'D11', '支队长', 'section', 'police', 'deptLeader'],
  ['lang47', '郎示庚', 'Lang Shigeng', 'D11', '副支队长', 'section', 'police'],
  ['lu48', '鲁示辛', 'Lu Shixin', 'D11', '交警', 'staff', 'police'],
  ['wei49', '韦示壬', 'Wei Shiren', 'D11', '交警', 'staff', 'police'],
  ['chang50', '昌示癸', 'Chang Shigui', 'D11', '交警', 'staff', 'police'],
  ['ma51', '马示甲', 'Ma Shijia', 'D11', '辅警', 'staff', 'auxiliary'],
  ['miao52', '苗示乙', 'Miao Shiyi', 'D11', '内勤', 'staff', 'auxiliary'],
  ['feng53', '凤示丙', 'Feng Shibing', 'D12', '支队长', 'section', 'police', 'deptLeader'],
  ['fang54', '方示丁', 'Fang Shiding', 'D12', '系统管理员', 'staff', 'police', 'sysAdmin'],
  ['yu55', '俞示戊', 'Yu Shiwu', 'D12', '安全管理员', 'staff', 'police', 'securityAdmin'],
  ['ren56', '任示己', 'Ren Shiji', 'D12', '网络民警', 'staff', 'police'],
  ['yuan57', '袁示庚', 'Yuan Shigeng', 'D12', '网络民警', 'staff', 'police', 'securityAdmin'],
  ['liu58', '柳示辛', 'Liu Shixin', 'D13', '督察审计处处长', 'section', 'police', 'deptLeader'],
  ['bao59', '鲍示壬', 'Bao Shiren', 'D13', '审计员', 'staff', 'police', 'auditor'],
  ['shi60', '史示癸', 'Shi Shigui', 'D13', '督察员(账号停用)', 'staff', 'police'],
]

/** Account that exists and is switched off (LOG-07). */
const disabled = 'shi60'

/** In the order of their employee numbers SJ0001 ... SJ0060. */
export const people: readonly DemoPerson[] = lines.map(
  ([username, name, nameEn, dept, post, rank, type, roles = '', inCharge]) => ({
    username,
    name,
    nameEn,
    dept,
    post,
    rank,
    type,
    roles,
    ...(inCharge !== undefined && { inCharge }),
    ...(username === disabled && { disabled: true as const }),
  }),
)
