import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the quarterly use register (90 B 1). */
export default {
  records: {
    carUse: {
      title: '季度使用登记',
      charts: {
        used: { title: '各车使用率', unit: '%，使用时间占工作时间' },
        km: { title: '各车行驶里程', unit: '公里' },
        cost: { title: '各车费用合计', unit: '元' },
        fuel: { title: '各车加油费', unit: '元' },
        repair: { title: '各车维修保养费', unit: '元' },
        insurance: { title: '各车保险费', unit: '元' },
        tolls: { title: '各车通行费', unit: '元' },
        perKm: { title: '各车每公里费用', unit: '元' },
        per100: { title: '各车百公里油耗', unit: 'L' },
        overStd: { title: '各车油耗与标准之差', unit: '%' },
      },
      fields: {
        quarter: '季度',
        carId: '车辆',
        deptId: '部门',
        trips: '出车次数',
        km: '里程（公里）',
        mainPurpose: '主要事由',
        hours: '使用时间（小时）',
        usedRate: '使用率（%）',
        litres: '加油量（L）',
        per100: '百公里油耗（L）',
        fuelStd: '油耗标准（L）',
        overStd: '与标准之差（%）',
        fuelCost: '加油费',
        repairCost: '维修保养费',
        insuranceCost: '保险费',
        tolls: '通行费',
        cost: '费用合计',
        costPerKm: '每公里费用（元）',
      },
    },
  },
} satisfies MessageTree
