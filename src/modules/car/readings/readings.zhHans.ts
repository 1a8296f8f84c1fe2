import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the readings of odometers (E8). */
export default {
  records: {
    carReading: {
      title: '里程读数',
      tabs: { readings: '里程读数' },
      fields: {
        at: '读数时间',
        carId: '车辆',
        km: '读数（公里）',
        source: '来源',
        isOut: '已剔除',
        tripId: '派车单',
        ticketId: '工单',
        byUser: '填报人',
        photos: '仪表照片',
        correctsId: '更正的读数',
        takenOutAt: '剔除时间',
        takenOutBy: '剔除人',
        reason: '更正原因',
        rightKm: '正确读数（公里）',
        rightPhotos: '仪表照片',
      },
      actions: { correct: '更正读数' },
    },
  },
  dictionaries: {
    odometerSource: {
      title: '里程读数来源',
      entries: { register: '车辆档案', depart: '出车', return: '收车', refuel: '加油', service: '维修保养' },
    },
  },
  rules: {
    'car.readingSame': '与原读数{0}公里相同，无需更正',
    'car.readingToCheck': '{0}的里程读数{1}公里与上次{2}公里相差很大，请核对',
  },
} satisfies MessageTree
