import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the appointment of cars (22.1). */
export default {
  applications: {
    officialCarAppointment: {
      title: '公务用车预约',
      aliases: '用车|派车|订车|约车',
      purpose: '预约公务用车，车队按时段派车、派驾驶员，出市须关联出差',
      guide:
        '时间按15分钟填写，最长15天。出市用车须先办出差申请并关联行程；应急用车直接由车队派车，领导同步知悉。意向车辆仅供参考，以派车为准。',
      sections: { trip: '行程', people: '乘车人', car: '车辆' },
      fields: {
        purpose: '用车事由类别',
        backfillTripId: '应急行程（补办）',
        startAt: '开始时间',
        endAt: '结束时间',
        fromPlace: '出发地',
        toPlace: '目的地',
        viaPlaces: '途经',
        crossCity: '出市',
        travelTripId: '关联出差',
        holidayUse: '节假日用车',
        passengers: '乘车人',
        guests: '外单位乘车人',
        guestCount: '外单位人数',
        heads: '乘车人数',
        carTypeWanted: '需求车型',
        preferredCarId: '意向车辆',
        selfDrive: '自驾',
        selfDriverId: '自驾人',
        carId: '派出车辆',
        driverId: '驾驶员',
        shareTripId: '同乘行程',
      },
    },
  },
  dictionaries: {
    carPurpose: {
      title: '用车事由类别',
      entries: {
        official: '公务',
        courier: '机要',
        emergency: '应急',
        escort: '押解',
        reception: '接待',
        inspection: '督察检查',
      },
    },
  },
  rules: {
    'car.startTooEarly': '开始时间不能早于 {0}',
    'car.askedTwice': '您在{1}至{2}已有用车申请{0}，请确认是否重复',
    'car.tooLong': '一次用车最长{0}天',
    'car.quarterHours': '时间按15分钟填写，如 09:00、09:15',
    'car.travelUnknown': '请选择本人或乘车人未取消的出差',
    'car.travelShorter': '该出差为 {0} 至 {1}，不能覆盖用车时间',
    'car.selfDriverOnly': '自驾用车的驾驶员须为申请的自驾人',
    'car.reversal': '{0} 的派车将取消，车辆和驾驶员释放',
    'car.alreadyDeparted': '{0} 已出车，不能作废',
    'car.tripForDriver': '出车任务：{0}，{1} 出发，前往{2}',
    'car.tripForRider': '已派车：{0}，{1} 出发，前往{2}',
  },
  pages: { '/workflow/officialCar/officialCarAppointment': '用车预约' },
} satisfies MessageTree
