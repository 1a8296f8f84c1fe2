import type { MessageTree } from '#src/define/messages.ts'

/** Texts of vendors. */
export default {
  records: {
    vendor: {
      title: '供应商',
      fields: {
        name: '名称',
        creditCode: '统一社会信用代码',
        legalPerson: '法定代表人',
        contact: '联系人',
        mobile: '手机',
        bankName: '开户银行',
        bankAccount: '银行账号',
        isCarRepair: '汽车维修',
        isMaintenance: '行政维修',
        isCanteen: '食堂供货',
        isPrint: '印刷宣传',
        qualifications: '资质',
        'qualifications.name': '资质名称',
        'qualifications.validTo': '有效期至',
        'qualifications.file': '资质文件',
        nextExpiry: '最近资质到期',
        state: '状态',
        stateReason: '状态原因',
        stateUntil: '限制至',
        reason: '原因',
        until: '截止日期',
        file: '依据文件',
      },
      actions: { suspend: '暂停', blacklist: '列入黑名单', activate: '恢复' },
    },
  },
  rules: {
    'vendor.creditCodeInvalid': '统一社会信用代码为18位数字或大写字母',
  },
} satisfies MessageTree
