import { applicationPermission, type Permission, type RecordName } from '#src/define/names.ts'
import '../tickets.css'
import { Button, Tab } from '@blueprintjs/core'
import { type ComponentType, type ReactElement, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { applicationNamed, recordNamed } from '#src/client/platform/parts/index.ts'
import { useMay, useMayCheck } from '#src/client/platform/session/index.ts'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { type ApplicationDefinition, fieldsOf } from '#src/define/application.ts'
import { ownColumns } from '../queue/ownColumns.tsx'
import type { FilterName } from '../queue/TicketFilters.tsx'
import { TicketList } from '../queue/TicketList.tsx'
import { useTypeTexts } from '../typeTexts.ts'
import { ApplyForm } from './ApplyForm.tsx'

function definitionOf(key: string): ApplicationDefinition {
  const found = applicationNamed(key)
  if (!found) throw new Error(`no application ${key}`)
  return found
}

type TabName = 'apply' | 'mine' | 'register'

/** The page of a shipped type. */
export function ApplicationPage({
  application,
  more,
}: {
  readonly application: string
  readonly more: readonly MoreTab[]
}) {
  return <ApplicationTabs application={definitionOf(application)} more={more} />
}

/** A tab that the module of the type draws itself. */
interface MoreTab {
  readonly key: string
  readonly permission: Permission
  readonly isFirst?: true
  readonly Panel: ComponentType
}
const noTabs: readonly MoreTab[] = []

/** APP-SHELL: apply, my records, and the register to those who may see it. */
export function ApplicationTabs({
  application,
  more = noTabs,
}: {
  readonly application: ApplicationDefinition
  readonly more?: readonly MoreTab[]
}) {
  const t = useT()
  const { key } = application
  const { purpose } = useTypeTexts(key)
  const may = useMayCheck()
  const mayCreate = useMay(applicationPermission(key, 'Create'))
  const records = (application.register ?? []).filter((name) => may(recordNamed(name).permissions.search))
  // Without business records, or none of them in reach, the tickets are the register.
  const isOwnRegister = may(applicationPermission(key, 'Register')) && records.length === 0
  const [params, setParams] = useSearchParams()
  const tabs: readonly TabName[] = [
    ...(mayCreate ? (['apply', 'mine'] as const) : []),
    ...(records.length > 0 || isOwnRegister ? (['register'] as const) : []),
  ]
  const tabParam = params.get('tab')
  const own = more.filter(({ permission }) => may(permission))
  // A link that fills a form in leads to the form.
  const isForm = params.has('ticket') || params.has('from')
  const usual = (isForm ? undefined : own.find(({ isFirst }) => isFirst)?.key) ?? tabs[0] ?? 'apply'
  const tab = [...tabs, ...own.map(({ key: name }) => name)].find((name) => name === tabParam) ?? usual
  const form = `${key} ${params.get('ticket') ?? ''} ${params.get('from') ?? ''}`
  const panels: Readonly<Record<TabName, ReactElement>> = {
    apply: <ApplyForm key={form} application={application} />,
    mine: <Mine application={application} />,
    register: isOwnRegister ? (
      <TicketRegister application={application} />
    ) : (
      <Register records={records} only={application.registerOnly ?? whole} />
    ),
  }
  return (
    <>
      <PageHeader title={t(`applications.${key}.title`)} text={purpose} />
      <PageTabs id="application-tabs" selectedTabId={tab} onChange={(id) => setParams({ tab: String(id) })}>
        {tabs.map((name) => (
          <Tab key={name} id={name} title={t(`apply.${name === 'apply' ? 'tab' : name}`)} panel={panels[name]} />
        ))}
        {own.map(({ key: name, Panel }) => (
          <Tab key={name} id={name} title={textOf(`applications.${key}.tabs.${name}`)} panel={<Panel />} />
        ))}
      </PageTabs>
    </>
  )
}

const mineFilters: readonly FilterName[] = ['status', 'submittedAt', 'amount']

/** APP-SHELL 我的记录: everything I ever filed of this type. */
function Mine({ application }: { readonly application: ApplicationDefinition }) {
  const t = useT()
  const [, setParams] = useSearchParams()
  const { key, columns, amountField } = application
  const own = useMemo(() => ownColumns(key, fieldsOf(application)), [key, application])
  const fixed = useMemo(() => ({ type: key }), [key])
  const shown = useMemo(
    () => [
      'no',
      'title',
      ...columns.filter((name) => name !== amountField).map((name) => `form.${name}`),
      ...(amountField === undefined ? [] : ['amount']),
      'status',
      'current',
      'handlers',
      'submittedAt',
      'stayHours',
    ],
    [columns, amountField],
  )
  return (
    <TicketList
      list="mine"
      page={`mine.${key}`}
      fixed={fixed}
      own={own}
      columns={shown}
      filters={mineFilters}
      isQueue={false}
      empty={
        <EmptyState
          title={t('queue.empty.mine', [t(`applications.${key}.title`)])}
          action={<Button intent="primary" text={t('apply.start')} onClick={() => setParams({ tab: 'apply' })} />}
        />
      }
    />
  )
}

const registerFilters: readonly FilterName[] = ['status', 'applicantId', 'deptId', 'submittedAt', 'amount']

/** Every ticket of the type within the data scope: the register of a type whose tickets make no record. */
function TicketRegister({ application }: { readonly application: ApplicationDefinition }) {
  const t = useT()
  const { key, columns, amountField } = application
  const own = useMemo(() => ownColumns(key, fieldsOf(application)), [key, application])
  const fixed = useMemo(() => ({ type: key }), [key])
  const shown = useMemo(
    () => [
      'no',
      'title',
      'applicant',
      'dept',
      ...columns.filter((name) => name !== amountField).map((name) => `form.${name}`),
      ...(amountField === undefined ? [] : ['amount']),
      'status',
      'current',
      'submittedAt',
    ],
    [columns, amountField],
  )
  return (
    <TicketList
      list="register"
      page={`register.${key}`}
      fixed={fixed}
      own={own}
      columns={shown}
      filters={registerFilters}
      isQueue={false}
      empty={<EmptyState title={t('queue.empty.register')} />}
    />
  )
}

const whole: NonNullable<ApplicationDefinition['registerOnly']> = {}

/** The business records of this application, one at a time. */
function Register({
  records,
  only,
}: {
  readonly records: readonly RecordName[]
  readonly only: NonNullable<ApplicationDefinition['registerOnly']>
}) {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const recordParam = params.get('record')
  const name = records.find((one) => one === recordParam) ?? records[0]
  if (name === undefined) throw new Error('a register without records')
  const record = recordNamed(name)
  const own = only[name]
  const fixed = own === undefined ? {} : { fixed: own }
  // What is the same in every row is no column.
  const more = useMemo(
    () => (own === undefined ? {} : { more: { columns: record.list.columns.filter((column) => !(column in own)) } }),
    [record, own],
  )
  return (
    <>
      <div className="register-bar">
        {records.length > 1 ? (
          <SelectBox
            aria-label={t('apply.register')}
            value={name}
            onChange={(event) => setParams({ tab: 'register', record: event.currentTarget.value })}
          >
            {records.map((other) => (
              <option key={other} value={other}>
                {t(`records.${other}.title`)}
              </option>
            ))}
          </SelectBox>
        ) : null}
        <span className="register-space" />
        <RecordToolbar record={record} {...fixed} />
      </div>
      <RecordList key={name} record={record} {...fixed} {...more} emptyText={t('queue.empty.register')} />
    </>
  )
}
