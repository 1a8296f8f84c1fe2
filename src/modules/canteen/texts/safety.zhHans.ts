import type { MessageTree } from '#src/define/messages.ts'

export default {
  records: {
    safetyItem: {
      title: '食品安全台账',
      fields: {
        checkState: '状态',
        name: '检查项目',
        kind: '类别',
        location: '位置',
        cycleDays: '检查周期（天）',
        workdaysOnly: '仅工作日',
        minValue: '下限（℃）',
        maxValue: '上限（℃）',
        validTo: '有效期至',
        isUsed: '启用',
        nextCheckOn: '应检日期',
        lastCheckedOn: '上次检查',
        missed: '连续漏检',
        result: '检查结果',
        value: '实测温度（℃）',
        note: '情况说明',
        photo: '照片',
      },
      charts: { states: { title: '台账状态', unit: '项' } },
      actions: { check: '登记检查', measure: '登记温度', renew: '更新证件' },
    },
    safetyCheck: {
      title: '台账记录',
      fields: {
        checkedOn: '日期',
        safetyId: '检查项目',
        result: '结果',
        value: '实测温度（℃）',
        validTo: '有效期至',
        note: '情况说明',
        photo: '照片',
        checkedBy: '检查人',
      },
      charts: { results: { title: '检查结果', unit: '次' } },
    },
  },
  dictionaries: {
    safetyKind: {
      name: '食品安全检查类别',
      entries: {
        health: '从业人员晨检',
        certificate: '健康证',
        disinfection: '餐具消毒',
        temperature: '冷藏冷冻温度',
        inspection: '日周月检查',
      },
    },
    safetyState: {
      name: '食品安全台账状态',
      entries: { ok: '正常', due: '待检', overdue: '已逾期', fault: '有隐患' },
    },
    safetyResult: { name: '食品安全检查结果', entries: { ok: '正常', fault: '有隐患', missed: '漏检' } },
  },
  safety: { board: '待办检查', due: '应检 {0}', missed: '连续漏检{0}次', done: '已登记：{0}' },
  rules: {
    'canteen.safetyUnused': '该项目已停用，不能登记',
    'canteen.safetyLimits': '上限不能低于下限',
    'canteen.safetyOutside': '温度超出{0}至{1}℃，请说明处置情况',
    'canteen.certificatePast': '有效期须晚于今日',
    'canteen.certificateDue': '“{0}”将于{1}到期，请安排更新',
    'canteen.certificateToday': '“{0}”今日到期，未更新前不得上岗',
    'canteen.safetyMissed': '“{0}”{1}未检查',
  },
} satisfies MessageTree
