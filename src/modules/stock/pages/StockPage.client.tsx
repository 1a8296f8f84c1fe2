import './stock.css'
import { Tab, Tag } from '@blueprintjs/core'
import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { textOf, useT } from '#src/client/platform/i18n/index.ts'
import { recordNamed, tabsOf } from '#src/client/platform/parts/index.ts'
import { DrawnFields } from '#src/client/records/form/FormPanel.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import type { RecordTab } from '#src/define/module.ts'
import { EntryFields } from '../entry/FastEntry.client.tsx'
import { Analysis } from './Analysis.client.tsx'
import { AsOf } from './AsOf.client.tsx'
import { type GroupKey, groupOf, groups, type TabKey } from './groups.ts'
import { BalanceList } from './lists/BalanceList.client.tsx'
import { BatchList } from './lists/BatchList.client.tsx'
import { CountList } from './lists/CountList.client.tsx'
import { AdjustList, InList, OutList, TransferList } from './lists/DocumentList.client.tsx'
import { PeriodList } from './lists/PeriodList.client.tsx'
import { ItemList, WarehouseList } from './lists/SetupLists.client.tsx'
import { Overview, useStockOverview } from './Overview.client.tsx'
import type { StockWaiting } from './overview.types.ts'

const PATH = '/stockmanage/inAndOutManage'
const tabs = tabsOf(PATH)
const panels: Partial<Readonly<Record<TabKey, ComponentType>>> = {
  overview: Overview,
  balance: BalanceList,
  batches: BatchList,
  asOf: AsOf,
  counts: CountList,
  in: InList,
  out: OutList,
  transfers: TransferList,
  adjustments: AdjustList,
  analysis: Analysis,
  periods: PeriodList,
  items: ItemList,
  warehouses: WarehouseList,
}

/** What waits in a group, said beside its name. */
const waitingIn: Partial<Readonly<Record<GroupKey, readonly (keyof StockWaiting)[]>>> = {
  stock: ['belowMin', 'expired'],
  documents: ['approveIn', 'approveOut', 'approveTransfer', 'approveAdjust', 'postIn', 'postOut', 'inTransit'],
  counts: ['review', 'counting'],
  demands: ['demands'],
}

/** `/stockmanage/inAndOutManage` (50.6): seven groups, each with the lists that belong together. */
export function StockPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const { data } = useStockOverview()
  const tabParam = params.get('tab') ?? 'overview'
  const group = groupOf(tabParam)
  const shown: TabKey = group.tabs.find((key) => key === tabParam) ?? group.tabs[0]
  const badge = (key: GroupKey): number =>
    (waitingIn[key] ?? []).reduce((sum, name) => sum + (data?.waiting[name] ?? 0), 0)
  const tab = tabs.find(({ key }) => key === shown)
  return (
    <DrawnFields value={EntryFields}>
      <PageHeader
        title={textOf(`pages.${PATH}`)}
        actions={tab && !isDrawn(shown) ? <RecordToolbar key={shown} record={recordNamed(tab.record)} /> : null}
      />
      <PageTabs
        id="stock-groups"
        selectedTabId={group.key}
        onChange={(key) => setParams({ tab: groups.find((one) => one.key === key)?.tabs[0] ?? 'overview' })}
      >
        {groups.map(({ key }) => (
          <Tab
            key={key}
            id={key}
            title={
              <>
                {t(`stock.page.${key}`)}
                {badge(key) > 0 ? (
                  <Tag round minimal intent="primary" className="stock-badge">
                    {badge(key)}
                  </Tag>
                ) : null}
              </>
            }
            panel={
              <>
                {group.tabs.length > 1 ? <Lists group={group.key} shown={shown} /> : null}
                <Panel key={shown} shown={shown} tab={tab} />
              </>
            }
          />
        ))}
      </PageTabs>
    </DrawnFields>
  )
}

/** Drawn without a list that could be exported. */
const isDrawn = (key: TabKey): boolean => key === 'asOf' || key === 'overview' || key === 'analysis'

const titleOf = (key: TabKey): string => {
  const tab = tabs.find((one) => one.key === key)
  return tab === undefined
    ? textOf(key === 'analysis' ? 'stock.page.figures' : `stock.page.${key}`)
    : textOf(tab.only ? `records.${tab.record}.tabs.${tab.key}` : `records.${tab.record}.title`)
}

/** The lists of a group, as links: each has an address of its own. */
function Lists({ group, shown }: { readonly group: GroupKey; readonly shown: TabKey }) {
  const t = useT()
  return (
    <nav className="stock-lists" aria-label={t('stock.page.lists', [t(`stock.page.${group}`)])}>
      {groupOf(shown).tabs.map((key) => (
        <Link key={key} to={`?tab=${key}`} aria-current={key === shown ? 'page' : undefined}>
          {titleOf(key)}
        </Link>
      ))}
    </nav>
  )
}

function Panel({ shown, tab }: { readonly shown: TabKey; readonly tab: RecordTab | undefined }) {
  const Own = panels[shown]
  if (Own !== undefined) return <Own />
  return tab === undefined ? null : <RecordList record={recordNamed(tab.record)} />
}
