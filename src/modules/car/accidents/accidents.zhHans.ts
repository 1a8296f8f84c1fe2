import type { MessageTree } from '#src/define/messages.ts'

/** Texts of accidents and damage (90 B 1). */
export default {
  records: {
    carAccident: {
      title: '事故车损',
      charts: { drivers: { title: '各驾驶员事故次数', unit: '起' }, liabilities: { title: '责任认定', unit: '起' } },
      fields: {
        carId: '车辆',
        happenedAt: '发生时间',
        place: '地点',
        description: '事故经过和车损',
        driverId: '驾驶员',
        liability: '责任认定',
        thirdParty: '对方车辆和人员',
        policeNo: '事故认定书编号',
        claimNo: '保险报案号',
        claimAmount: '保险赔付',
        deductible: '单位自负',
        serviceId: '维修记录',
        photos: '现场照片',
        state: '状态',
        tripId: '对应派车',
        deptId: '部门',
      },
    },
  },
  dictionaries: {
    accidentLiability: {
      title: '事故责任',
      entries: { pending: '待认定', none: '无责', minor: '次责', equal: '同责', major: '主责', full: '全责' },
    },
    accidentState: { title: '事故处理状态', entries: { open: '处理中', claiming: '理赔中', closed: '已结案' } },
  },
  rules: {
    'car.liabilityOpen': '责任尚未认定，不能结案',
    'car.serviceOfOther': '该维修记录属于车辆{0}，请选择本车的维修记录',
  },
} satisfies MessageTree
