import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the duty roster and of training (90 B 1). */
export default {
  records: {
    driverDuty: {
      title: '值班排班',
      charts: { shifts: { title: '各班次天数', unit: '天' } },
      fields: { driverId: '驾驶员', day: '日期', shift: '班次', deptId: '部门' },
    },
    driverTraining: {
      title: '培训记录',
      charts: { drivers: { title: '各驾驶员培训学时', unit: '学时' } },
      fields: {
        driverId: '驾驶员',
        day: '培训日期',
        topic: '培训内容',
        hours: '学时',
        result: '结果',
        files: '附件',
        deptId: '部门',
      },
    },
  },
  dictionaries: {
    trainingResult: { title: '培训结果', entries: { pass: '合格', fail: '不合格' } },
    driverShift: { title: '驾驶员班次', entries: { early: '早班', late: '晚班', standby: '值班', off: '休息' } },
  },
  rules: {
    'driver.dutyTwice': '{0}在{1}已经排班，请修改原班次',
    'driver.dutyHasTrips': '当天还有{0}个行程（{1}等），请先改派再安排休息',
  },
} satisfies MessageTree
