import type { MessageTree } from '#src/define/messages.ts'
import { itemNames, itemSections } from '../texts/names.zhHans.ts'

export default {
  applications: {
    electronicPartsAndConsumables: {
      title: '电子配件及耗材',
      aliases: '硒鼓|墨盒|硬盘|内存|U盘|打印机耗材|配件',
      purpose: '领用硒鼓、硬盘、内存等电子配件和耗材，按设备型号匹配，以旧换新',
      guide:
        '请先选择使用的设备，只能领用适配该型号的配件。硒鼓须填写打印计数；存储介质须交回旧件并填写序列号，涉密设备的申请同时抄送安全管理员。',
      sections: itemSections,
      fields: {
        ...itemNames,
        assetId: '使用设备',
        oldPartReturn: '交回旧件',
        oldPartSn: '旧件序列号',
        printCounter: '打印计数（页）',
        lastCounter: '上次更换时计数',
        pagesSince: '上次更换后打印页数',
        early: '提前更换',
        earlyReason: '提前更换原因',
        needsAsset: '需关联设备',
        hasToner: '含硒鼓墨盒',
        hasStorage: '含存储介质',
        secretMedia: '涉密存储介质',
        oldPartReceived: '已收回旧件',
      },
    },
  },
  records: {
    supplyPartUse: {
      title: '部件更换记录',
      fields: {
        at: '发放时间',
        assetId: '设备',
        itemId: '部件',
        partKind: '部件种类',
        qty: '数量',
        value: '金额',
        userId: '领用人',
        deptId: '部门',
        printCounter: '打印计数',
        pages: '打印页数',
        oldPartReceived: '已收回旧件',
        oldPartSn: '旧件序列号',
        earlyReason: '提前更换原因',
        undone: '已作废',
        ticketId: '工单',
      },
      charts: {
        kinds: { title: '各类部件金额', unit: '元' },
        departments: { title: '各部门金额', unit: '元' },
        yields: { title: '硒鼓平均打印页数', unit: '页' },
      },
    },
  },
  dictionaries: {
    oldPartReturn: { title: '交回旧件', entries: { yes: '交回', no: '不交回', na: '无旧件' } },
  },
  supplies: {
    deviceNotYours: '资产{0}不是您或本部门在用的设备',
    counterBackward: '打印计数{0}不能小于上次更换时的{1}',
  },
  rules: {
    'rule.STK-21': '“{0}”上次更换后仅打印{1}页，不足额定{2}页的{3}%，请填写提前更换原因',
    'rule.STK-22': '存储介质须以旧换新，并由仓库管理员确认已收回旧件',
    'rule.STK-23': '“{0}”不适配设备型号{1}（适配：{2}）',
  },
} satisfies MessageTree
