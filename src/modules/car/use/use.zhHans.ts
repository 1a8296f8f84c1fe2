import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the quarterly use register (90 B 1). */
export default {
  records: {
    carUse: {
      title: '季度使用登记',
      charts: { km: { title: '各车行驶里程', unit: '公里' }, cost: { title: '各车费用', unit: '元' } },
      fields: {
        quarter: '季度',
        carId: '车辆',
        deptId: '部门',
        trips: '出车次数',
        km: '里程（公里）',
        mainPurpose: '主要事由',
        litres: '加油量（L）',
        per100: '百公里油耗',
        fuelCost: '加油费',
        repairCost: '维修保养费',
        tolls: '通行费',
        cost: '费用合计',
        costPerKm: '每公里费用（元）',
      },
    },
  },
} satisfies MessageTree
