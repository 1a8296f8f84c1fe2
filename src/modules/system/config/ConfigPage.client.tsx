import './config.css'
import { Button, Tab } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { EmptyState, FailedState, PageHeader, PageTabs, SkeletonRows } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { CalendarTab } from './CalendarTab.client.tsx'
import { ConfigForm } from './ConfigForm.client.tsx'
import { CustomItemDialog } from './CustomItemDialog.client.tsx'
import { type ItemGroup, itemGroups } from './config.types.ts'
import { useConfigItems } from './config-items.client.tsx'

const TAB = 'tab'

/** Tabs in their order (60.7): one for each group of items, and the work calendar. */
const allTabs = itemGroups.flatMap((group) => (group === 'maintenance' ? (['calendar', group] as const) : [group]))

const waiting = ['setting'] as const

/** 60.7: groups as tabs, each a form over its items; the work calendar beside them. */
export function ConfigPage() {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const { data: items, error, refetch } = useConfigItems()
  const wanted = params.get(TAB)
  const tab = allTabs.find((name) => name === wanted) ?? 'base'
  return (
    <>
      <PageHeader
        title={t('config.title')}
        text={t('config.hint')}
        actions={
          may('config:Create') && tab !== 'calendar' ? (
            <Button icon={<AddIcon />} text={t('config.create')} onClick={() => setCreating(true)} />
          ) : null
        }
      />
      <WaitingHere kinds={waiting} />
      <div className="card config">
        <PageTabs
          id="config"
          className="config-tabs"
          selectedTabId={tab}
          onChange={(next) => setParams({ [TAB]: String(next) }, { replace: true })}
        >
          {allTabs.map((name) => (
            <Tab
              key={name}
              id={name}
              title={t(`config.groups.${name}`)}
              panel={
                <div className="config-panel">
                  {name === 'calendar' ? (
                    <CalendarTab />
                  ) : items === undefined ? (
                    error === null ? (
                      <SkeletonRows rows={8} />
                    ) : (
                      <FailedState error={error} onRetry={() => void refetch()} />
                    )
                  ) : (
                    <Group group={name} items={items} />
                  )}
                </div>
              }
            />
          ))}
        </PageTabs>
      </div>
      {isCreating && tab !== 'calendar' ? <CustomItemDialog group={tab} onClose={() => setCreating(false)} /> : null}
    </>
  )
}

function Group({
  group,
  items,
}: {
  readonly group: ItemGroup
  readonly items: NonNullable<ReturnType<typeof useConfigItems>['data']>
}) {
  const t = useT()
  const own = items.filter((item) => item.group === group)
  if (own.length === 0) return <EmptyState title={t('config.empty')} />
  // A saved form starts anew from what the server has.
  return <ConfigForm key={own.map((item) => `${item.id}.${item.version}`).join()} items={own} />
}
