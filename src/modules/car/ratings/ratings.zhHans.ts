import type { MessageTree } from '#src/define/messages.ts'

/** Texts of a trip on its ticket, and of its rating (90 B 1). */
export default {
  records: {
    carTripRating: {
      title: '乘客评价',
      tabs: { ratings: '乘客评价' },
      charts: { scores: { title: '各驾驶员平均评分', unit: '分' } },
      fields: {
        ratedAt: '评价时间',
        driverId: '驾驶员',
        tripId: '出车记录',
        userId: '评价人',
        deptId: '驾驶员部门',
        score: '评分',
        note: '说明',
      },
    },
  },
  reads: { '/api/cars/ticket/:id/': '查询用车申请的派车情况和本人的评价' },
  config: { ratingHours: '收车后可评价（小时）' },
  rules: {
    'car.ratingAsked': '{0} 已收车，可在{1}小时内评价本次出车',
    'car.ratingTooEarly': '{0} 尚未收车，收车后才能评价',
    'car.ratingTooLate': '评价期限为 {0}，已过期',
    'car.ratingTwice': '您已评价过本次出车',
    'car.ratingNoteNeeded': '评分不高于{0}分时，请填写说明',
  },
  ticketTrip: {
    title: '派车情况',
    times: '{0} 至 {1}',
    departed: '{0} 出车',
    returned: '{0} 收车',
    rate: '请评价本次出车',
    until: '{0} 前可评价，每人一次',
    submit: '提交评价',
    thanks: '感谢评价',
    undone: '已撤销派车，待重新派车：{0}',
    own: '您的评价：{0} 分',
  },
} satisfies MessageTree
