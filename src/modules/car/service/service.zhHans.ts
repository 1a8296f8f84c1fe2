import type { MessageTree } from '#src/define/messages.ts'

/** Texts of services and repairs of cars (22.2). */
export default {
  applications: {
    officialCarMaintenance: {
      title: '车辆维修保养',
      aliases: '修车|车辆保养|送修|换轮胎',
      purpose: '申请车辆维修保养，选择定点维修厂并预估费用，送修期间车辆自动停派',
      guide:
        '只能选择在用的定点维修厂；计划送修期间不能有已派行程。完工时登记实际金额、里程和取车时间，实际金额超过预估10%的须另办事前审批。',
      sections: { car: '车辆', plan: '送修计划', cost: '预估费用', finish: '完工登记' },
      fields: {
        carId: '车辆',
        maintType: '类型',
        mileage: '当前里程（公里）',
        faultDesc: '故障或项目',
        photos: '照片',
        vendorId: '定点维修厂',
        planIn: '计划送修',
        planOut: '计划取车',
        items: '预估明细',
        'items.name': '项目',
        'items.qty': '数量',
        'items.price': '单价',
        'items.amount': '金额',
        amount: '预估金额',
        budgetLineId: '预算项目',
        actualAmount: '实际金额',
        finishMileage: '完工里程（公里）',
        outAt: '取车时间',
      },
    },
  },
  records: {
    carService: {
      title: '维修保养记录',
      tabs: { services: '维修保养' },
      charts: { cost: { title: '各车维修保养费用', unit: '元' }, types: { title: '维修保养类型', unit: '次' } },
      fields: {
        carId: '车辆',
        maintType: '类型',
        faultDesc: '故障或项目',
        vendorId: '维修厂',
        vendorName: '维修厂名称',
        planIn: '计划送修',
        planOut: '计划取车',
        sentAt: '送修时间',
        outAt: '取车时间',
        mileage: '送修里程（公里）',
        finishMileage: '完工里程（公里）',
        amount: '预估金额',
        actualAmount: '实际金额',
        deptId: '部门',
        state: '状态',
      },
      actions: { sendIn: '已送修' },
    },
  },
  dictionaries: {
    carServiceState: {
      title: '维修保养状态',
      entries: { planned: '待送修', inService: '维修中', finished: '已完工', cancelled: '已取消' },
    },
    commitmentKind: { entries: { carMaint: '车辆维修' } },
  },
  rules: {
    'car.serviceTwice': '该车 {0} 至 {1} 已安排维修保养',
    'car.serviceConflict': '送修期间有{0}个已派行程，先处理 {1}（{2}，{3} {4}）',
    'car.vendorUnfit': '{0}不是在用的定点维修厂',
    'car.serviceReversal': '释放预算 {0, money} 元，取消送修安排',
    'car.outBeforeIn': '车辆于 {0} 送修，取车时间不能早于送修时间',
    'car.outLater': '取车时间不能晚于现在（{0}）',
    'rule.CAR-11': '实际金额 {0, money} 元超过预估 {1, money} 元的110%（{2, money} 元），须另办事前审批',
    'rule.CAR-12': '重复维修：{0} 在 {1} 已修过，不足{2}天',
    'rule.CAR-13': '该车正在执行 {0}，送修时间不能早于 {1}',
  },
} satisfies MessageTree
