import '../records.css'
import { Tab } from '@blueprintjs/core'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { recordNamed, tabsOf } from '#src/client/platform/parts/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import type { RecordTab } from '#src/define/module.ts'
import type { RecordDefinition } from '#src/define/record.ts'
import { RecordList } from '../list/RecordList.tsx'
import { formFields } from '../model.ts'
import { RecordToolbar } from '../pages.tsx'
import { dailyTabs } from './dailyTabs.ts'

interface TabsProps {
  readonly path: string
  /** The lists of the page unless some are left out. */
  readonly tabs?: readonly RecordTab[]
  /** What a tab shows instead of its list, by key. */
  readonly panels?: Readonly<Record<string, ComponentType>>
  /** Keys of the lists of every day, in their order, where a page has more than a glance takes in; the others stand together under one tab. */
  readonly daily?: readonly string[]
  /** Tabs whose panel is no list of rows, so that nothing is exported or created above it. */
  readonly apart?: readonly string[]
}

/** Whether a new row can be given what the tab is narrowed to, so that it stands in the tab it was made in. */
const isWritten = (record: RecordDefinition, only: Readonly<Record<string, string>>): boolean =>
  Object.keys(only).every((name) => {
    const field = formFields(record, true)[name]
    return field?.kind === 'choice' && field.computed !== true
  })

const titleOf = (tab: RecordTab): string =>
  textOf(tab.only ? `records.${tab.record}.tabs.${tab.key}` : `records.${tab.record}.title`)

/** Id of the tab under which the lists stand that are not of every day. */
const MORE = 'more'

/** A page of several lists: one for each tab, each to those who may search its record. */
export function RecordTabs({ path, tabs = tabsOf(path), panels = {}, apart = [], daily: keys }: TabsProps) {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const open = tabs.filter((tab) => may(recordNamed(tab.record).permissions.search))
  const tabParam = params.get('tab')
  const shown = open.find((tab) => tab.key === tabParam) ?? open[0]
  if (shown === undefined) return null
  const { daily, others } = dailyTabs(open, keys)
  const isOther = others.includes(shown)
  const record = recordNamed(shown.record)
  return (
    <>
      <PageHeader
        title={textOf(`pages.${path}`)}
        actions={
          apart.includes(shown.key) ? null : (
            <RecordToolbar
              key={shown.key}
              record={record}
              {...(shown.only && { fixed: shown.only })}
              {...(shown.only && isWritten(record, shown.only) && { preset: shown.only })}
            />
          )
        }
      />
      <PageTabs
        id="record-tabs"
        selectedTabId={isOther ? MORE : shown.key}
        onChange={(id) => setParams({ tab: id === MORE ? (others[0]?.key ?? shown.key) : String(id) })}
      >
        {daily.map((tab) => (
          <Tab key={tab.key} id={tab.key} title={titleOf(tab)} panel={<TabPanel tab={tab} Panel={panels[tab.key]} />} />
        ))}
        {others.length === 0 ? null : (
          <Tab
            key={MORE}
            id={MORE}
            title={t('common.more')}
            panel={
              <>
                <nav className="tab-lists" aria-label={t('common.more')}>
                  {others.map((tab) => (
                    <Link key={tab.key} to={`?tab=${tab.key}`} aria-current={tab === shown ? 'page' : undefined}>
                      {titleOf(tab)}
                    </Link>
                  ))}
                </nav>
                {isOther ? <TabPanel key={shown.key} tab={shown} Panel={panels[shown.key]} /> : null}
              </>
            }
          />
        )}
      </PageTabs>
    </>
  )
}

function TabPanel({ tab, Panel }: { readonly tab: RecordTab; readonly Panel: ComponentType | undefined }) {
  if (Panel !== undefined) return <Panel />
  return <RecordList key={tab.key} record={recordNamed(tab.record)} {...(tab.only && { fixed: tab.only })} />
}
