import { defineMessages } from '#src/define/messages.ts'

/** Titles and fields of the types whose forms come later. */
export const comingMessages = defineMessages(
  {
    applications: {
      officialCarAppointment: {
        title: '公务用车预约',
        sections: { chain: '流程字段' },
        fields: {
          purpose: '用车事由类别',
          crossCity: '是否出市',
          holidayUse: '节假日用车',
          carId: '派车',
          driverId: '驾驶员',
        },
      },
      officialCarMaintenance: {
        title: '车辆维修保养',
        sections: { chain: '流程字段' },
        fields: {
          amount: '金额',
          actualAmount: '实际金额',
          finishMileage: '完工里程',
          outAt: '取车时间',
        },
      },
      officialCarRefueling: {
        title: '车辆加油',
        sections: { chain: '流程字段' },
        fields: {
          amount: '金额',
        },
      },
      internalMaintenance: {
        title: '内部维修',
        sections: { chain: '流程字段' },
        fields: {
          workerId: '维修人员',
          planAt: '计划时间',
          parts: '用料',
          'parts.qty': '数量',
          workHours: '工时',
          resultPhotos: '完工照片',
          rating: '满意度（1–5）',
          ratingNote: '评价说明',
        },
      },
      publicMaintenance: {
        title: '公共维修',
        sections: { chain: '流程字段' },
        fields: {
          estimate: '预估金额',
          vendorId: '维修单位',
          parts: '用料',
          'parts.qty': '数量',
          workHours: '工时',
          resultPhotos: '完工照片',
          rating: '满意度（1–5）',
          ratingNote: '评价说明',
          actualAmount: '实际金额',
        },
      },
      intentionOpen: {
        title: '采购意向公开',
        sections: { chain: '流程字段' },
        fields: {
          amount: '金额',
          exemptReason: '免公开理由',
          collectiveMinutes: '会议纪要',
        },
      },
      comparison: {
        title: '比价采购',
        sections: { chain: '流程字段' },
        fields: {
          amount: '金额',
          collectiveMinutes: '会议纪要',
        },
      },
      bulkProject: {
        title: '批量集中采购',
        sections: { chain: '流程字段' },
        fields: {
          amount: '金额',
          overStandard: '超配备标准',
          collectiveMinutes: '会议纪要',
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
  },
  {
    applications: {
      officialCarAppointment: {
        title: 'Official car',
        sections: { chain: 'Fields of the chain' },
        fields: {
          purpose: 'Purpose',
          crossCity: 'Out of the city',
          holidayUse: 'Holiday use',
          carId: 'Vehicle',
          driverId: 'Driver',
        },
      },
      officialCarMaintenance: {
        title: 'Vehicle service',
        sections: { chain: 'Fields of the chain' },
        fields: {
          amount: 'Amount',
          actualAmount: 'Actual amount',
          finishMileage: 'Mileage when done',
          outAt: 'Taken back at',
        },
      },
      officialCarRefueling: {
        title: 'Refueling',
        sections: { chain: 'Fields of the chain' },
        fields: {
          amount: 'Amount',
        },
      },
      internalMaintenance: {
        title: 'Internal repair',
        sections: { chain: 'Fields of the chain' },
        fields: {
          workerId: 'Repair worker',
          planAt: 'Planned for',
          parts: 'Parts',
          'parts.qty': 'Quantity',
          workHours: 'Hours of work',
          resultPhotos: 'Photos of the result',
          rating: 'Rating (1–5)',
          ratingNote: 'Note on the rating',
        },
      },
      publicMaintenance: {
        title: 'Public repair',
        sections: { chain: 'Fields of the chain' },
        fields: {
          estimate: 'Estimate',
          vendorId: 'Contractor',
          parts: 'Parts',
          'parts.qty': 'Quantity',
          workHours: 'Hours of work',
          resultPhotos: 'Photos of the result',
          rating: 'Rating (1–5)',
          ratingNote: 'Note on the rating',
          actualAmount: 'Actual amount',
        },
      },
      intentionOpen: {
        title: 'Procurement intention',
        sections: { chain: 'Fields of the chain' },
        fields: {
          amount: 'Amount',
          exemptReason: 'Reason for not publishing',
          collectiveMinutes: 'Minutes of the meeting',
        },
      },
      comparison: {
        title: 'Comparison purchase',
        sections: { chain: 'Fields of the chain' },
        fields: {
          amount: 'Amount',
          collectiveMinutes: 'Minutes of the meeting',
        },
      },
      bulkProject: {
        title: 'Bulk purchase',
        sections: { chain: 'Fields of the chain' },
        fields: {
          amount: 'Amount',
          overStandard: 'Above the standard',
          collectiveMinutes: 'Minutes of the meeting',
        },
      },
    },
    dictionaries: {
      carPurpose: {
        title: 'Purpose of the car',
        entries: {
          official: 'Official',
          courier: 'Courier',
          emergency: 'Emergency',
          escort: 'Escort',
          reception: 'Reception',
          inspection: 'Inspection',
        },
      },
    },
  },
)
