import type { MessageTree } from '#src/define/messages.ts'

/** Titles and fields of the applications to receive something whose forms come later. */
export default {
  applications: {
    officialReception: {
      title: '公务接待',
      purpose: '凭公函申请公务接待，自动核对陪餐人数和人均标准，餐后登记接待清单',
      sections: { chain: '流程字段' },
      fields: {
        amount: '金额',
        guestTopRank: '来宾最高职级',
        actualGuests: '实到来宾',
        actualEscorts: '实际陪餐',
        actualAmount: '实际金额',
        listFile: '接待清单',
      },
    },
  },
} satisfies MessageTree
