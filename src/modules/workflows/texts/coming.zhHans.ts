import type { MessageTree } from '#src/define/messages.ts'

/** Titles and fields of the types whose forms come later. */
export default {
  applications: {
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
