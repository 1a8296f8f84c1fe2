import type { SameKeys } from '#src/define/messages.ts'
import type zhHans from './designer-branches.zhHans.ts'

export default {
  kind: { parallel: 'Parallel branches', inclusive: 'Conditional branches' },
  kindHint: {
    parallel: 'Several branches run at the same time and join when all are completed',
    inclusive: 'Branches whose conditions are met run at the same time and join when completed',
  },
  branching: {
    parallel: 'All branches at the same time',
    inclusive: 'Branches whose conditions are met run together; if none is met, the last one',
  },
  branchingHow: 'Branching',
  branches: 'Branches',
  branchNo: 'Branch {0}',
  branchAlways: 'Always',
  branchElse: 'When no other branch applies',
  branchEmpty: 'No steps, goes directly to the join',
  branchStates: '{0} and more, {1} steps',
  addBranches: 'Add {0}',
  addBranch: 'Add branch',
  dragBranch: 'Drag onto another branch to change the order',
  removeBranch: 'Delete branch {0} and its steps',
  dissolve: 'Remove branching and run the steps one after another',
  joinTitle: 'Branches join here',
  joinText: 'Continues here when all started branches are completed.',
  splitText: 'No one acts here; the workflow only branches.',
  whenBranch: 'When this branch starts',
  branchesReturn:
    'In workflows with branches, a return always repeats every step, and the last handler cannot recall an approval.',
  noHandle: 'Branches can contain only approval and CC steps; put handling steps after the join',
} satisfies SameKeys<typeof zhHans>
