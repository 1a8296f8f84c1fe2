import type { MessageTree } from '#src/define/messages.ts'

const fields = {
  applyKind: '申请类型',
  lines: '明细',
  'lines.itemId': '品目',
  'lines.qty': '数量',
  'lines.userId': '使用人',
  'lines.roomId': '存放地点',
  'lines.standardMax': '配备标准',
  'lines.holding': '已有',
  'lines.over': '超标',
  oldAssets: '原资产',
  'oldAssets.assetId': '资产',
  repairProof: '维修鉴定',
  borrowUntil: '借用至',
  overStandard: '超配备标准',
  overReason: '超标理由',
  assetIds: '配发资产',
  'assetIds.assetId': '资产',
  needPurchase: '需采购',
  estimate: '预估金额',
  oldAfter: '原资产去向',
} as const

const sections = { request: '申请内容', review: '资产审核', handover: '资产移交' } as const

/** Texts of the requests for equipment and furniture. */
export default {
  applications: {
    officeElectronicEquipment: {
      title: '办公电子设备',
      aliases: '电脑|笔记本|打印机|台式机|领设备',
      purpose: '申请配发、更换、借用或退回电脑、打印机等办公设备，自动核对配备标准',
      guide:
        '选择品目后自动显示配备标准和已有数量；超标须填写理由并由警保部领导审批。更换未满最低使用年限的设备须附维修鉴定。',
      sections,
      fields,
    },
    officeFurniture: {
      title: '办公家具',
      aliases: '桌椅|办公桌|办公椅|文件柜|沙发',
      purpose: '申请配发、更换、借用或退回桌椅、柜子等办公家具，自动核对配备标准',
      guide: '按面积配备的家具须选择存放地点，系统按房间面积核对标准；超标须填写理由并由警保部领导审批。',
      sections,
      fields,
    },
  },
  dictionaries: {
    equipmentApplyKind: {
      title: '设备申请类型',
      entries: { new: '新领', replace: '更换', borrow: '借用', return: '退回' },
    },
  },
  rules: {
    'standard.exceeded': '“{0}”超过配备标准（上限{1}），请填写超标理由',
    'rule.AST-03': '资产{0}最低使用年限至{1}届满，提前更换须附维修鉴定',
    'rule.AST-04': '该品目按房间面积配备，请选择存放地点',
    'rule.AST-05': '借用的资产{0}应于{1}归还，逾期超过{2}天，归还前不能再借',
    'asset.notYours': '资产{0}不在您名下使用',
    'asset.replaceOneForOne': '更换须以旧换新：申请{0}件，原资产{1}件',
    'asset.itemOfOtherType': '“{0}”不属于本类申请',
    'asset.chooseAll': '申请{0}件，已选{1}件；库存不足请勾选需采购',
    'asset.fitsNoLine': '资产{0}与申请的品目或数量不符',
    'asset.waitsForGoods': '申请{0}件，已选{1}件，到货后再移交',
    'asset.entitledBecause': '{0}：标准{1}件，已计入{2}件，可申请{3}件',
    'asset.noStandard': '{0}：没有配备标准',
    'asset.reversal': '释放占用的标准和资产（{0}件）',
  },
} satisfies MessageTree
