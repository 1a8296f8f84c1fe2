import type { MessageTree } from '#src/define/messages.ts'

/** Texts of bulk purchases. */
export default {
  records: {
    bulkConfig: {
      title: '批采配置',
      fields: {
        category: '批采品目',
        name: '名称',
        spec: '规格配置',
        unit: '单位',
        standardItemId: '配备标准品目',
        unitCap: '单价限额',
        stockItemId: '库存物品',
        assetCategory: '资产类别',
        isActive: '启用',
      },
    },
  },
  applications: {
    bulkProject: {
      title: '批量集中采购',
      aliases: '批采|集采|集中采购|批量采购|电脑采购|打印机采购',
      purpose: '汇总各部门电脑、打印机、空调、家具等需求，按标准批量集中采购',
      guide:
        '每个计划月份、每个批采品目申报一次，须在当月截止日前提交，逾期列入下一月份。逐行填写需求部门、配置和数量，可从采购需求池选取，选取后部门和数量自动带出。申报数量与现有数量之和不得超过配备标准，确需超标的填写超标理由并由警保部领导审批；单价不得超过限额。各部门需求分别占用本部门预算。审批通过后占用预算、建立采购项目，验收合格后按件建立资产卡片。',
      sections: { plan: '采购计划', demands: '部门需求' },
      fields: {
        periodMonth: '计划月份',
        bulkCategory: '批采品目',
        deliverBy: '到货期限',
        agency: '代理机构',
        demands: '部门需求',
        'demands.demandId': '采购需求',
        'demands.deptId': '部门',
        'demands.configId': '配置',
        'demands.headcount': '在编人数',
        'demands.existing': '现有数量',
        'demands.standardMax': '标准上限',
        'demands.qty': '数量',
        'demands.unitCap': '单价限额',
        'demands.unitPrice': '预算单价',
        'demands.amount': '金额',
        'demands.isOver': '超标准',
        'demands.overReason': '超标理由',
        'demands.budgetLineId': '预算指标',
        'demands.available': '预算余额',
        amount: '金额',
        overStandard: '超配备标准',
        collectiveMinutes: '会议纪要',
      },
    },
  },
  dictionaries: {
    bulkCategory: {
      title: '批采品目',
      entries: {
        desktop: '台式计算机',
        laptop: '便携式计算机',
        printer: '打印机',
        aircon: '空调',
        copyPaper: '复印纸',
        furniture: '办公家具',
      },
    },
  },
  reads: { '/api/procurement/bulk/lines/': '查询批量采购可用的各部门预算指标' },
  rules: {
    'bulk.periodTaken': '{0}该品目已由{1}申报',
    'bulk.otherCategory': '“{0}”不属于批采品目“{1}”',
    'bulk.demandClosed': '采购需求{0}已办结或取消',
    'bulk.otherItem': '采购需求{0}是“{1}”，与所选配置不符',
    'bulk.otherDepartment': '采购需求{0}属于其他部门',
    'bulk.otherQuantity': '采购需求{0}须整笔采购，数量为{1}',
    'bulk.entitledBecause': '{0}：标准上限{1}，现有{2}',
    'bulk.orderedBefore': '批量集采已下单、尚未到货{0}',
    'bulk.askedBefore': '其他审批中的批量集采申请{0}',
    'rule.PRC-21': '{0}标准上限{1}，现有{2}，本次申请{3}，已超标准，请填写超标理由',
    'rule.PRC-22': '预算单价 {0, money} 元超过限额 {1, money} 元',
    'rule.PRC-23': '每月{0}日前申报当月计划，现可申报的最早月份为{1}',
  },
} satisfies MessageTree
