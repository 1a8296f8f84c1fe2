import { Button, PopupKind } from '@blueprintjs/core'
import { TickIcon } from '@blueprintjs/icons'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { Chip, EmptyState, MoneyText, StateChip } from '#src/client/components/ui/index.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { useUndecided } from '#src/client/tickets/actor/pending.ts'
import { nameOfTicket } from '#src/client/tickets/detail/headline.ts'
import { useStayText } from '#src/client/tickets/labels.ts'
import { useFailedChecks } from '#src/client/tickets/queries.ts'
import type { UrgentTask } from '#src/define/tickets/lists.ts'
import { useCentrePath } from './centre.ts'
import { keyOf, type OpenTask, withOpen } from './openTask.ts'
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
    >
      {({ tasks }) => <Tasks tasks={tasks} />}
    </Widget>
  )
}

function AllTasks({ total }: { readonly total: number }) {
  const t = useT()
  return <Link to={useCentrePath()}>{t('home.allTasks', [total])}</Link>
}

function Tasks({ tasks: listed }: { readonly tasks: readonly UrgentTask[] }) {
  const newest = useUndecided(listed)
  const [open, setOpen] = useState<OpenTask | null>(null)
  // A task whose dialog is open stays where it was when it leaves the list, and its dialog with it.
  const tasks = open === null ? newest : withOpen(newest, open)
  const t = useT()
  const failed = useFailedChecks(tasks.filter((task) => task.isBatchable).map((task) => task.id))
  if (tasks.length === 0) return <EmptyState compact title={t('home.noTasks')} />
  return (
    <ul className="task-lines">
      {tasks.map((task) => (
        <Task
          key={keyOf(task)}
          task={task}
          failing={failed.get(task.id)}
          open={open !== null && keyOf(open.task) === keyOf(task) ? open.dialog : null}
          onOpen={(dialog) => setOpen(dialog === null ? null : { task, dialog, at: tasks.indexOf(task) })}
        />
      ))}
    </ul>
  )
}

interface TaskProps {
  readonly task: UrgentTask
  /** Labels of the live figures that fail. */
  readonly failing: readonly string[] | undefined
  readonly open: OpenTask['dialog'] | null
  readonly onOpen: (dialog: OpenTask['dialog'] | null) => void
}

function Task({ task, failing, open, onOpen }: TaskProps) {
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
        {open === 'approval' || (task.isBatchable && failing === undefined) ? (
          <Approve
            task={task}
            name={name}
            isOpen={open === 'approval'}
            onOpen={(isOpen) => onOpen(isOpen ? 'approval' : null)}
          />
        ) : null}
        <Open
          task={task}
          name={name}
          isOpen={open === 'reading'}
          onOpen={(isOpen) => onOpen(isOpen ? 'reading' : null)}
        />
      </span>
    </li>
  )
}

interface ActionProps {
  readonly task: UrgentTask
  readonly name: string
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

/** Approves here, after a look at what is approved and with a comment if there is one. */
function Approve({ task, name, isOpen, onOpen }: ActionProps) {
  const t = useT()
  return (
    <PopoverNext
      isOpen={isOpen}
      onInteraction={onOpen}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      popupKind={PopupKind.DIALOG}
      content={
        <Suspense>
          <QuickApproval task={task} onClose={() => onOpen(false)} />
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
function Open({ task, name, isOpen, onOpen }: ActionProps) {
  const t = useT()
  return (
    <>
      <Button
        size="small"
        variant="minimal"
        text={t('queue.action.quick')}
        aria-label={t('queue.action.quickFor', [name])}
        onClick={() => onOpen(true)}
      />
      {isOpen ? (
        <Suspense>
          <QuickTicket row={task} onClose={() => onOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
