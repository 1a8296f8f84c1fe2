import type { MessageTree } from '#src/define/messages.ts'

/** Texts of branches on the canvas (25.9 I14). */
export default {
  kind: { parallel: '并行分支', inclusive: '条件分支' },
  kindHint: { parallel: '几条线同时办理，全部完成后汇合', inclusive: '条件满足的各条线同时办理，完成后汇合' },
  branching: { parallel: '所有分支同时办理', inclusive: '条件满足的分支同时办理，都不满足时走最后一条' },
  branchingHow: '怎样分开',
  branches: '分支',
  branchNo: '分支 {0}',
  branchAlways: '一定办理',
  branchElse: '其他分支都不满足时',
  branchEmpty: '没有环节，直接汇合',
  branchStates: '{0} 等 {1} 个环节',
  addBranches: '添加{0}',
  addBranch: '添加分支',
  dragBranch: '拖到另一条分支上可调换顺序',
  removeBranch: '删除分支 {0} 及其环节',
  dissolve: '取消分支，各环节改为依次办理',
  joinTitle: '分支在此汇合',
  joinText: '所有已开始的分支都完成后，从这里继续。',
  splitText: '这里没有人处理，只是把流程分开。',
  whenBranch: '什么情况下开始这条分支',
  branchesReturn: '有分支的流程，退回后总是逐级重新办理；最后的处理人不能取回已通过的审批。',
  noHandle: '分支里只能审批和抄送，办理放在汇合之后',
} satisfies MessageTree
