/** Why a state is passed over, and what publishing finds wrong with a workflow (25.10). */
import { defineMessages } from '#src/define/messages.ts'

export const workflowsMessages = defineMessages(
  {
    workflow: {
      reason: {
        is: '{0}：{1}',
        eq: '{0}为{2}',
        ne: '{0}为{1}，不是{2}',
        gt: '{0} {1} > {2}',
        gte: '{0} {1} ≥ {2}',
        lt: '{0} {1} < {2}',
        lte: '{0} {1} ≤ {2}',
        in: '{0}为{1}',
        notIn: '{0}为{1}，不是{2}',
        empty: '{0}未填写',
        notEmpty: '{0}已填写',
        and: '；',
        true: '是',
        false: '否',
        nobody: '没有可用处理人，按规则跳过',
        own: '处理人只有申请人本人，按规则跳过',
        moved: '工单已由管理员迁移到流程的另一版本',
        lapsed: '到时无人处理，工单已关闭',
      },
      fact: {
        amount: '金额',
        applicant_rankLevel: '申请人职级',
        applicant_isDeptLeader: '申请人是部门领导',
        applicant_id: '申请人',
        dept_key: '部门',
        lines: '{0}的行数',
      },
      fault: {
        childMissing: '子申请环节“{state}”没有选择要发起的申请类型：请选择',
        childKind: '环节“{state}”不是子申请环节，却设置了要发起的申请：请删除该设置，或改用子申请环节',
        childAfterHandle: '子申请环节“{state}”在办理环节之后：请移到所有办理环节之前',
        revocableDays: '批准后可申请撤销的天数不合规范：请填写1到{most}之间的整数，或留空表示不可撤销',
        timerRepeat: '环节“{state}”的时限“{timer}”重复提醒设置不完整：请填写大于0的间隔和2到{most}之间的次数',
        rejectTargetMissing: '环节“{state}”驳回后要退回的“{target}”不是它之前的审批环节：请另选环节',
        rejectByClock: '环节“{state}”既超时自动驳回，又在驳回后退回到之前的环节，会无人参与地循环：请改变其中一项',
        noticeState: '第{number}条通知指向不存在的环节“{missing}”：请重新选择环节',
        noticeNobody: '第{number}条通知没有接收人：请选择通知谁',
        noticeText: '第{number}条通知没有内容：请填写中文和英文内容',
        noticePlaceholder: '第{number}条通知用到不存在的占位符“{name}”：请改用列出的占位符',
        noticeField: '第{number}条通知的接收人取自不存在的表单字段“{field}”：请改选字段',
        keyInvalid: '环节“{state}”的标识不合规范：请改为以小写字母开头的字母和数字，且不能是start或end',
        keyDuplicate: '环节标识“{state}”重复：请为其中一个换一个标识',
        wayDangling: '从“{from}”到“{to}”的流向指向不存在的环节：请改为已有环节，或删除该流向',
        startMissing: '流程没有开始的流向：请从“开始”画一条流向到第一个环节',
        startEntered: '环节“{state}”的流向回到了开始：请改用“退回”，并删除该流向',
        wayMissing: '环节“{state}”没有任何去向：请画一条流向到下一个环节或结束',
        lastConditional: '环节“{state}”的最后一条流向有条件：请去掉它的条件，其余情况都走这一条',
        gap: '环节“{state}”在以下情况没有去向（{facts}）：请为其余情况加一条没有条件的流向',
        overlap: '环节“{state}”在以下情况可同时去往“{to}”和“{other}”（{facts}）：请修改其中一个条件，使两者互斥',
        wayDead: '环节“{state}”到“{to}”的流向永远不会走到：前面的流向已包含所有情况，请修改条件、调整顺序或删除它',
        unreachable: '环节“{state}”永远不会走到：请检查通向它的流向和它的进入条件，或删除该环节',
        deadEnd: '从环节“{state}”走不到结束：请加一条通向结束的流向',
        cycle: '环节{states}构成循环：请删除一条流向，需要重新办理时改用“退回”',
        fieldUnknown: '环节“{state}”用到了不存在的字段“{field}”：请换成表单里的字段，或先在表单中添加它',
        valueKind: '环节“{state}”的条件拿数字“{field}”与文字“{value}”比较：请填写数字',
        conditionTooDeep: '环节“{state}”的条件嵌套超过{deepest}层：请拆成几个环节或几条流向',
        tooManyFacts: '条件过于复杂，无法逐一证明：请减少互相比较的字段，或拆成几个环节',
        approveAfterHandle: '审批环节“{state}”在办理环节之后：请移到所有办理环节之前，或改为办理环节',
        tooFewApprovals: '{group}类流程的审批环节太少：请至少设{least}个不同的审批环节',
        timerHours: '环节“{state}”的时限“{timer}”不是正数：请填写大于0的小时数',
        timerDuplicate: '环节“{state}”的时限“{timer}”重复：请换一个标识（open已被系统使用）',
        timerInCc: '抄送环节“{state}”设了时限：抄送不等人处理，请删除时限',
        timerInSub: '子流程环节“{state}”设了时限：等待期间没有处理人，请删除时限，改在子流程自己的环节上设',
        timerDead: '环节“{state}”的时限“{timer}”永远不会触发：它不早于自动通过、自动驳回或关闭，请把它提前或删除',
        timerAction: '环节“{state}”的时限“{timer}”没有动作：请选择提醒、升级给另外的人、自动通过、自动驳回或关闭',
        autoPassForbidden: '{group}类流程的环节“{state}”超时自动通过：请改为提醒或升级',
        autoPassSigned: '环节“{state}”需要签名，却超时自动通过：请去掉其中一项',
        autoPassCritical: '关键环节“{state}”超时自动通过：请改为提醒或升级',
        autoPassUndone: '环节“{state}”有完成条件，却超时自动通过：请去掉其中一项',
        autoRejectHandle: '办理环节“{state}”超时自动驳回：已批准的事项不能驳回，请改为提醒或升级',
        closeHandle: '办理环节“{state}”超时关闭：已批准的事项不能因超时而撤销，请改为提醒或升级',
        returnInCc: '抄送环节“{state}”允许退回：请关闭退回',
        returnTargetMissing: '环节“{state}”之前没有可以退回的审批环节：请改为只能退回申请人',
        returnsNumber: '最多退回次数不是正整数：请填写不小于1的整数，或留空表示不限',
        fieldRequiredInCc: '抄送环节“{state}”要求填写字段“{field}”：抄送只能查看，请改为只读',
        claimMode: '环节“{state}”的审批方式不能签收：请改为或签（首个意见为准），或关闭签收',
        ballotNumber: '环节“{state}”的审批方式与比例或人数不符：请填1至100的整数比例，或至少为1的人数',
        countTooHigh: '环节“{state}”要求的同意人数超过了能参与的人数：请改为不超过{places}',
        groupsMissing: '环节“{state}”按分组审批：请至少设两个分组',
        joinUnknown: '环节“{state}”汇合的“{fork}”不是分支环节：请将其设为分支环节，或取消汇合',
        joinMissing: '分支环节“{state}”缺少汇合环节：请指定一个环节汇合它的各分支',
        joinTwice: '分支环节“{state}”有多个汇合环节（{joins}）：请只保留一个',
        joinEntered: '环节“{state}”不在“{fork}”的分支中，却通向其汇合环节“{to}”：请改接到汇合环节之后',
        branchSingle: '分支环节“{state}”至少需要两个分支：请增加分支，或取消分支设置',
        branchSame: '分支环节“{state}”有两个分支通向同一环节“{to}”：请删除其中一个',
        branchConditional: '分支环节“{state}”为并行分支，通向“{to}”的分支带有条件：请删除条件，或改为包容分支',
        branchSideways: '环节“{state}”同时属于“{fork}”的两个分支：分支之间不能互通，请先汇合',
        branchLeaves: '环节“{state}”从“{fork}”的分支直接通向结束：请先到达汇合环节',
        branchEntered: '环节“{state}”从外面通向“{to}”，而它在“{fork}”的分支中：请改接到分支环节',
        branchEndless: '从环节“{state}”走不到汇合环节“{join}”，“{fork}”的分支无法结束：请补充通向汇合环节的流转',
        handleInBranch: '环节“{state}”在“{fork}”的分支中，分支内不能办理：请移到汇合环节之后',
        rejectEmpty: '环节“{state}”无人时驳回：只能用于审批环节，并且驳回须是结束流程或退回申请人',
        ownOnly:
          '环节“{state}”跳过申请人本人，而这条路径上没有其他必须由人审批的环节，申请可能无人审批就通过：请在这条路径上再设一个不跳过申请人、不自动通过的审批环节，或取消跳过',
        ownKind: '环节“{state}”设置了跳过申请人本人，但它不是审批环节：请取消该设置',
        circleEmpty: '环节“{state}”限定了可转办、委托和加签的人员，却没有选择任何部门或角色：请至少选一个，或不作限定',
        policySame: '环节“{state}”无人时又找同一个角色：请换一个角色、改为跳过或阻断',
        previousMissing:
          '环节“{state}”由上一处理人办理，但之前可能没有人处理过：请指定别的参与人，或设置无人处理的办法',
        participantUnfilled:
          '环节“{state}”由字段“{field}”中的人员办理，但走到这里时它可能还没有填：请在之前的环节设为必填，或设置无人处理的办法',
        fieldRequiredHidden: '必填字段“{field}”谁也不能填写：请在申请或某个环节允许填写，或取消必填',
        fieldComputed: '环节“{state}”要求填写自动计算的字段“{field}”：请改为只读',
        fieldKind: '环节“{state}”用到的字段“{field}”类型不符：参与人请选人员字段，开始日请选日期字段',
        fieldNeverFilled: '环节“{state}”用到的字段“{field}”在此之前谁也不能填写：请在申请或之前的环节允许填写',
        doneUnwritable:
          '办理环节“{state}”的完成条件用到的字段（{field}）在该环节不能填写：请允许填写其中一个，或修改完成条件',
        policyBroken: '违反策略“{policy}”（{facts}）：请按图上标出的路径补上缺少的环节或限制，或由管理员修改策略',
      },
    },
  },
  {
    workflow: {
      reason: {
        is: '{0}: {1}',
        eq: '{0} is {2}',
        ne: '{0} is {1}, not {2}',
        gt: '{0} {1} > {2}',
        gte: '{0} {1} ≥ {2}',
        lt: '{0} {1} < {2}',
        lte: '{0} {1} ≤ {2}',
        in: '{0} is {1}',
        notIn: '{0} is {1}, not {2}',
        empty: '{0} is empty',
        notEmpty: '{0} is filled in',
        and: '; ',
        true: 'yes',
        false: 'no',
        nobody: 'nobody was available, passed by rule',
        own: 'nobody but the applicant, passed by rule',
        moved: 'an administrator moved the ticket to another version',
        lapsed: 'nobody decided in time, the ticket was closed',
      },
      fact: {
        amount: 'amount',
        applicant_rankLevel: "applicant's rank",
        applicant_isDeptLeader: 'applicant leads a department',
        applicant_id: 'applicant',
        dept_key: 'department',
        lines: 'lines of {0}',
      },
      fault: {
        childMissing: 'State “{state}” files a further application but names no type: choose one',
        childKind:
          'State “{state}” is no sub-application, yet it names one to file: take that away, or use a sub-application',
        childAfterHandle: 'Sub-application “{state}” comes after handling: move it before every handling state',
        revocableDays:
          'The days within which an approval may be revoked are no whole number between 1 and {most}: correct it, or leave it empty',
        timerRepeat:
          'The reminder "{timer}" of step "{state}" repeats without sense: give an interval above 0 and 2 to {most} times',
        rejectTargetMissing:
          'A rejection in step "{state}" leads to "{target}", which is no approving step before it: choose another',
        rejectByClock:
          'Step "{state}" rejects by time and sends rejected tickets back to an earlier step, so it could turn in a circle with nobody acting: change one of the two',
        noticeState: 'Notice {number} names the step "{missing}", which is not there: choose another',
        noticeNobody: 'Notice {number} reaches nobody: say whom it tells',
        noticeText: 'Notice {number} has no text: write it in Chinese and in English',
        noticePlaceholder: 'Notice {number} uses the placeholder "{name}", which is not there: use one of those listed',
        noticeField:
          'Notice {number} goes to the people of field "{field}", which the form does not have: choose another',
        keyInvalid:
          'The key of step "{state}" is not well formed: use letters and digits that begin with a small letter, and neither start nor end',
        keyDuplicate: 'The step key "{state}" is used twice: give one of the two another key',
        wayDangling:
          'The way from "{from}" to "{to}" touches a step that does not exist: lead it to a step there is, or remove it',
        startMissing: 'The workflow has no way from its start: draw one from the start to the first step',
        startEntered: 'A way of step "{state}" leads back to the start: allow a return instead and remove the way',
        wayMissing: 'Step "{state}" leads nowhere: draw a way to the next step or to the end',
        lastConditional:
          'The last way out of step "{state}" has a condition: remove it, so that everything else goes there',
        gap: 'Step "{state}" leads nowhere when {facts}: add a last way without a condition for everything else',
        overlap:
          'Step "{state}" leads both to "{to}" and to "{other}" when {facts}: change one of the two conditions so that they exclude each other',
        wayDead:
          'The way from step "{state}" to "{to}" is never taken: the ways before it cover every case, so change a condition or the order, or remove it',
        unreachable:
          'Step "{state}" is never reached: check the ways that lead to it and its own condition, or remove it',
        deadEnd: 'No end is reached from step "{state}": add a way that leads on to the end',
        cycle:
          'The steps {states} form a circle: remove one of its ways and allow a return where something must be done again',
        fieldUnknown:
          'Step "{state}" uses the unknown field "{field}": choose a field of the form, or add it there first',
        valueKind:
          'The condition of step "{state}" compares the number "{field}" with the text "{value}": enter a number',
        conditionTooDeep:
          'The condition of step "{state}" is nested more than {deepest} levels deep: split it over several steps or ways',
        tooManyFacts:
          'The conditions are too complex to be proved: compare fewer fields with each other, or split the steps',
        approveAfterHandle:
          'The approving step "{state}" comes after a handling step: move it before all handling, or make it a handling step',
        tooFewApprovals:
          'A workflow of group {group} has too few approvals: give it at least {least} different approving steps',
        timerHours: 'The timer "{timer}" of step "{state}" has no time: give it more than 0 hours',
        timerDuplicate:
          'The timer "{timer}" of step "{state}" is there twice: give it another key ("open" belongs to the system)',
        timerInCc: 'The copy step "{state}" has a timer: a copy waits for nobody, so remove the timer',
        timerInSub:
          'The sub-application step "{state}" has a timer, though nobody acts there: remove it, and set it in the steps of the sub-application',
        timerDead:
          'The timer "{timer}" of step "{state}" never fires: it is no earlier than the one that ends the step by itself, so make it earlier or remove it',
        timerAction:
          'The timer "{timer}" of step "{state}" does nothing: let it remind, ask other people, pass, reject or close',
        autoPassForbidden: 'Step "{state}" of group {group} passes by time: let it remind or ask a superior instead',
        autoPassSigned: 'Step "{state}" needs a signature and yet passes by time: remove one of the two',
        autoPassCritical: 'The critical step "{state}" passes by time: let it remind or ask a superior instead',
        autoPassUndone: 'Step "{state}" has a condition for being done and yet passes by time: remove one of the two',
        autoRejectHandle:
          'The handling step "{state}" is rejected by time: what was approved cannot be rejected, so let it remind or ask a superior',
        closeHandle:
          'The handling step "{state}" is closed by time: what was approved is not undone by a clock, so let it remind or ask a superior',
        returnInCc: 'The copy step "{state}" may return: turn the return off',
        returnTargetMissing:
          'No approving step before "{state}" can be returned to: let it return to the applicant only',
        returnsNumber:
          'The most returns a ticket may have is no whole number of at least 1: enter one, or leave it empty for any number',
        fieldRequiredInCc:
          'The copy step "{state}" wants the field "{field}" written: a copy only reads, so make it read-only',
        claimMode: 'Step "{state}" cannot be claimed under its mode: choose first response, or turn claiming off',
        ballotNumber:
          'The mode of step "{state}" does not fit its number: give a ratio a whole number from 1 to 100, a count at least 1, and other modes none',
        countTooHigh: 'Step "{state}" asks for more approvals than it can have people: ask for at most {places}',
        groupsMissing: 'Step "{state}" decides by groups: give it at least two of them',
        joinUnknown:
          'Step "{state}" joins the branches of "{fork}", which opens none: let that one branch, or join nothing',
        joinMissing: 'Nothing joins the branches of step "{state}": name the step in which they end',
        joinTwice: 'The branches of step "{state}" are joined by several steps ({joins}): keep one',
        joinEntered:
          'Step "{state}" lies in no branch of "{fork}" and yet leads to its join "{to}": lead it past the join',
        branchSingle: 'Step "{state}" has fewer than two branches: add one, or let it choose a way',
        branchSame: 'Two branches of step "{state}" lead to the same step "{to}": remove one',
        branchConditional:
          'The branches of step "{state}" are parallel and the one to "{to}" has a condition: remove it, or make them inclusive',
        branchSideways: 'Step "{state}" lies in two branches of "{fork}": join them before it',
        branchLeaves: 'Step "{state}" leads from a branch of "{fork}" to the end: lead it to the join',
        branchEntered:
          'Step "{state}" leads from outside to "{to}", which lies in a branch of "{fork}": lead it to the branching step',
        branchEndless: 'The join "{join}" is not reached from step "{state}": lead the branch of "{fork}" there',
        handleInBranch: 'Step "{state}" lies in a branch of "{fork}" and handles: move it behind the join',
        rejectEmpty:
          'State "{state}" rejects when nobody can act: only approvals can, and the rejection must end the ticket or give it back to the applicant',
        ownOnly:
          'State “{state}” passes the applicant over, and nothing else on this path must be approved by somebody, so an application could pass unseen: add an approval that neither passes applicants over nor passes by itself, or let a leader stand in',
        ownKind: 'State “{state}” passes the applicant over and does not approve: take that away',
        circleEmpty:
          'State “{state}” says who may be called in and names neither a department nor a role: choose one, or allow anybody',
        policySame:
          'Without people, step "{state}" asks the same role again: name another role, pass the step, or refuse',
        previousMissing:
          'Step "{state}" belongs to whoever acted before, and there may be nobody: name other people, or say what happens without any',
        participantUnfilled:
          'Step "{state}" belongs to the person in field "{field}", which may still be empty by then: require it in a step before, or say what happens without people',
        fieldRequiredHidden:
          'Nobody can fill in the required field "{field}": let the applicant or a step write it, or make it optional',
        fieldComputed: 'Step "{state}" wants the computed field "{field}" written: make it read-only',
        fieldKind:
          'The field "{field}" of step "{state}" is of the wrong kind: choose a field of people for its participants, of a day for its beginning',
        fieldNeverFilled:
          'Nobody can fill in the field "{field}" before step "{state}" uses it: let the applicant or a step before write it',
        doneUnwritable:
          'Step "{state}" can never be done, for it cannot write any field of its condition ({field}): let it write one of them, or change the condition',
        policyBroken:
          'The policy "{policyEn}" is broken when {facts}: add what is missing on the path that is drawn, or have the administrator change the policy',
      },
    },
  },
)
