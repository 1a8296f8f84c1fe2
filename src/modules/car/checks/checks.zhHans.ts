import type { MessageTree } from '#src/define/messages.ts'

/** Texts of the checks before and after a trip (95.4, 90 B 1). */
export default {
  records: {
    carCheckTemplate: {
      title: '车辆检查模板',
      tabs: { checkTemplates: '检查模板' },
      fields: {
        name: '模板名称',
        carType: '适用车型（不选为通用）',
        items: '检查项',
        'items.name': '检查内容',
        'items.phase': '检查时机',
        'items.isCritical': '不合格禁止出车',
        'items.needsPhoto': '须拍照',
      },
    },
    carTrip: {
      fields: {
        checks: '出车检查',
        'checks.name': '检查内容',
        'checks.isCritical': '不合格禁止出车',
        'checks.result': '结果',
        'checks.needsPhoto': '须拍照',
        'checks.photos': '照片',
        'checks.note': '说明',
        inChecks: '收车检查',
        'inChecks.name': '检查内容',
        'inChecks.isCritical': '不合格禁止出车',
        'inChecks.result': '结果',
        'inChecks.needsPhoto': '须拍照',
        'inChecks.photos': '照片',
        'inChecks.note': '说明',
        defect: '禁止出车故障',
      },
    },
  },
  dictionaries: {
    carCheckPhase: { title: '车辆检查时机', entries: { out: '出车前', in: '收车后', both: '出车前和收车后' } },
    carCheckResult: { title: '车辆检查结果', entries: { pass: '合格', fail: '不合格', na: '不适用' } },
  },
  rules: {
    'car.checksIncomplete': '共有{0}项检查，请逐项填写',
    'car.checkPhotoNeeded': '“{0}”须拍照',
    'car.checkTemplateTwice': '该车型已有检查模板“{0}”，请直接修改',
    'car.defectFound': '{0}（{1}）出车检查不合格，未出车：{2}。点击填写维修申请',
    'car.issueReported': '{0}（{1}）收车时报告车况问题：{2}。点击填写维修申请',
  },
  reads: { '/api/cars/trip/:id/service/': '根据出车检查查询维修申请的初始内容' },
  serviceStart: {
    title: '根据 {0} 的检查填写',
    reason: '{0} 车辆检查发现故障，需要维修',
    text: '车辆、里程和故障描述已带入，请选择维修单位并核对。',
  },
} satisfies MessageTree
