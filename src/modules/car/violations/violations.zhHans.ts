import type { MessageTree } from '#src/define/messages.ts'

/** Texts of traffic violations (40.1). */
export default {
  records: {
    carViolation: {
      title: '违章',
      tabs: { violations: '违章' },
      charts: { drivers: { title: '各驾驶员违章次数', unit: '次' }, states: { title: '违章处理状态', unit: '次' } },
      fields: {
        carId: '车辆',
        happenedAt: '违章时间',
        place: '地点',
        code: '违章代码',
        points: '扣分',
        fine: '罚款（个人承担）',
        driverId: '责任人',
        state: '状态',
        tripId: '对应派车',
        deptId: '部门',
      },
    },
  },
  dictionaries: { carViolationState: { title: '违章状态', entries: { pending: '待处理', handled: '已处理' } } },
  rules: {
    'car.happenedLater': '发生时间不能晚于现在（{0}）',
    'rule.CAR-39': '{0} 没有出车记录，请选择责任人',
  },
} satisfies MessageTree
