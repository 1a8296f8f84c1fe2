import type { MessageTree } from '#src/define/messages.ts'

/** Texts of holiday lock-ups (90 B 1). */
export default {
  records: {
    carLockup: {
      title: '节假日封存',
      fields: {
        name: '节假日',
        startDate: '封存起始日',
        endDate: '封存结束日',
        place: '集中停放地点',
        keyHolderId: '钥匙保管人',
        exempt: '不封存的值班车辆',
        'exempt.carId': '车辆',
        'exempt.reason': '值班用途',
        photos: '封存照片',
      },
    },
  },
  rules: {
    'car.sealed': '车辆{0}在“{1}”期间封存（{2}至{3}），不能派车',
    'car.lockupEnds': '封存结束日不能早于起始日',
    'car.lockupConflict': '封存期间还有{0}个行程（{1}，{2}，{3}等），请先改派，或将车辆列为值班车辆',
  },
} satisfies MessageTree
