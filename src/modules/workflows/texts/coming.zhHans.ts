import type { MessageTree } from '#src/define/messages.ts'

/** Titles and fields of the types whose forms come later. */
export default {
  applications: {
    intentionOpen: {
      title: '采购意向公开',
      purpose: '申报采购意向，经审批后公开，公开期满方可启动采购',
      sections: { chain: '流程字段' },
      fields: {
        amount: '金额',
        exemptReason: '免公开理由',
        collectiveMinutes: '会议纪要',
      },
    },
    comparison: {
      title: '比价采购',
      purpose: '限额以下采购，邀请三家以上供应商报价比选后确定成交供应商',
      sections: { chain: '流程字段' },
      fields: {
        amount: '金额',
        collectiveMinutes: '会议纪要',
      },
    },
    bulkProject: {
      title: '批量集中采购',
      purpose: '汇总各部门电脑、打印机、空调、家具等需求，按标准批量集中采购',
      sections: { chain: '流程字段' },
      fields: {
        amount: '金额',
        overStandard: '超配备标准',
        collectiveMinutes: '会议纪要',
      },
    },
  },
  dictionaries: {},
} satisfies MessageTree
