import type { MessageTree } from '#src/define/messages.ts'

/** Texts of what belongs to a project: its execution, reviews, revisions, steps and reports. */
export default {
  records: {
    projectExec: {
      title: '项目执行库',
      fields: {
        no: '项目编号',
        name: '项目名称',
        planYear: '计划年度',
        deptId: '部门',
        ownerId: '负责人',
        budget: '预算',
        frozen: '冻结',
        used: '已支出',
        rate: '执行率（%）',
        progress: '进度（%）',
        nextMilestone: '下一里程碑',
        light: '预警灯',
        state: '状态',
        kpiScore: '自评得分',
      },
      actions: { start: '启动' },
    },
    projectReview: {
      title: '评审记录',
      fields: {
        at: '评审时间',
        projectId: '项目',
        deptId: '部门',
        round: '轮次',
        reviewerId: '评审人',
        scoreNeed: '必要性',
        scoreFeas: '可行性',
        scoreBenefit: '效益',
        score: '得分',
        reviewAmount: '评审金额',
        comment: '评审意见',
      },
    },
    projectRevision: {
      title: '修订记录',
      fields: {
        at: '修订时间',
        projectId: '项目',
        deptId: '部门',
        no: '修订号',
        amountBefore: '修订前金额',
        amountAfter: '修订后金额',
        changed: '修改内容',
        byUser: '修订人',
      },
    },
    projectMilestone: {
      title: '里程碑',
      fields: {
        projectId: '项目',
        deptId: '部门',
        name: '里程碑',
        planDate: '计划日期',
        payPct: '付款比例（%）',
        doneDate: '完成日期',
        proof: '佐证材料',
      },
    },
    projectReport: {
      title: '进度报告',
      fields: {
        projectId: '项目',
        deptId: '部门',
        month: '月份',
        progress: '进度（%）',
        text: '进展情况',
        problem: '存在问题',
        photos: '照片',
      },
    },
  },
  dictionaries: {
    projectLight: { title: '项目预警灯', entries: { green: '正常', yellow: '预警', red: '超期' } },
  },
} satisfies MessageTree
