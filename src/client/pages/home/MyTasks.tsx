import { Button, PopupKind } from '@blueprintjs/core'
import { TickIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { Chip, MoneyText, StateChip } from '#src/client/components/ui/index.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { nameOfTicket } from '#src/client/tickets/detail/headline.ts'
import { useStayText } from '#src/client/tickets/labels.ts'
import { useFailedChecks } from '#src/client/tickets/queries.ts'
import type { UrgentTask } from '#src/define/tickets/lists.ts'
import { useCentrePath } from './centre.ts'
import { useMyTasks } from './queries.ts'
import { Widget } from './Widget.tsx'

const QuickTicket = lazy(async () => ({
  default: (await import('#src/client/tickets/queue/QuickTicket.tsx')).QuickTicket,
}))
const QuickApproval = lazy(async () => ({ default: (await import('./QuickApproval.tsx')).QuickApproval }))

/** The most urgent of what waits for this person: what it is about, and the decision in place (10.2). */
export function MyTasks() {
  const t = useT()
  const query = useMyTasks()
  return (
    <Widget
      title={t('home.myTasks')}
      className="widget-main widget-tasks"
      query={query}
      action={query.data === undefined ? null : <AllTasks total={query.data.total} />}
      isEmpty={({ tasks }) => tasks.length === 0}
      empty={{ title: t('home.noTasks') }}
    >
      {({ tasks }) => <Tasks tasks={tasks} />}
    </Widget>
  )
}

function AllTasks({ total }: { readonly total: number }) {
  const t = useT()
  return <Link to={useCentrePath()}>{t('home.allTasks', [total])}</Link>
}

function Tasks({ tasks }: { readonly tasks: readonly UrgentTask[] }) {
  const failed = useFailedChecks(tasks.filter((task) => task.isBatchable).map((task) => task.id))
  return (
    <ul className="task-lines">
      {tasks.map((task) => (
        <Task key={`${task.id} ${task.kind}`} task={task} failing={failed.get(task.id)} />
      ))}
    </ul>
  )
}

interface TaskProps {
  readonly task: UrgentTask
  /** Labels of the live figures that fail. */
  readonly failing: readonly string[] | undefined
}

function Task({ task, failing }: TaskProps) {
  const t = useT()
  const stay = useStayText()
  const name = nameOfTicket(task)
  const word = t(`home.due.${task.due}`)
  const due = task.dueAt === null ? word : `${word} · ${task.dueAt.slice(0, 16)}`
  const why = failing?.map((label) => textOf(label)).join(t('common.listSeparator'))
  return (
    <li className="task-line">
      <span className={`due-light due-${task.due}`} role="img" aria-label={word} title={due} />
      <span className="task-what">
        <Link to={`/workflow/ticket/${task.id}`}>{name}</Link>
        <span className="task-about">
          {t(`applications.${task.type}.title`)} · {task.applicant.name} · {task.dept.name}
          {task.stayHours === null ? null : (
            <span className={task.isOverdue ? 'is-overdue' : undefined}>
              {' '}
              · {t('home.waits', [stay(task.stayHours)])}
            </span>
          )}
        </span>
      </span>
      <span className="task-marks">
        {task.urgency === 'normal' ? null : <StateChip dictionary="urgency" value={task.urgency} />}
        {why === undefined ? null : (
          <span title={t('queue.check.fails', [why])}>
            <Chip color="error">{t('queue.check.failed')}</Chip>
          </span>
        )}
      </span>
      <span className="task-amount">{task.amount === null ? null : <MoneyText value={task.amount} unit />}</span>
      <span className="task-actions">
        {task.isBatchable && failing === undefined ? <Approve task={task} name={name} /> : null}
        <Open task={task} name={name} />
      </span>
    </li>
  )
}

interface ActionProps {
  readonly task: UrgentTask
  readonly name: string
}

/** Approves here, after a look at what is approved and with a comment if there is one. */
function Approve({ task, name }: ActionProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={setOpen}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      content={
        <Suspense>
          <QuickApproval task={task} onClose={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button
        size="small"
        icon={<TickIcon />}
        text={t('ticketAction.action.approve')}
        aria-label={t('home.approveIt', [name])}
      />
    </PopoverNext>
  )
}

/** Opens what has to be looked at, filled in or signed beside the page. */
function Open({ task, name }: ActionProps) {
  const t = useT()
  const [isReading, setReading] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        text={t('queue.action.quick')}
        aria-label={t('queue.action.quickFor', [name])}
        onClick={() => setReading(true)}
      />
      {isReading ? (
        <Suspense>
          <QuickTicket row={task} onClose={() => setReading(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
