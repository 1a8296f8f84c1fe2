import './config.css'
import { Button, Tab, Tabs } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useT } from '#src/client/i18n/index.ts'
import { useMayCheck } from '#src/client/session/index.ts'
import { EmptyState, FailedState, PageHeader, SkeletonRows } from '#src/client/ui/index.ts'
import { CalendarTab } from './CalendarTab.client.tsx'
import { ConfigForm } from './ConfigForm.client.tsx'
import { CustomItemDialog } from './CustomItemDialog.client.tsx'
import { type ConfigGroup, configGroups, useConfigItems } from './config-items.client.tsx'

const TAB = 'tab'

/** 60.7: groups as tabs, each a form over its items; the work calendar beside them. */
export function ConfigPage() {
  const t = useT()
  const may = useMayCheck()
  const [params, setParams] = useSearchParams()
  const [isCreating, setCreating] = useState(false)
  const { data, error, refetch } = useConfigItems()
  const wanted = params.get(TAB)
  const tab = configGroups.find((group) => group === wanted) ?? 'base'
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
      <div className="card config">
        <Tabs
          animate={false}
          id="config"
          className="config-tabs"
          selectedTabId={tab}
          renderActiveTabPanelOnly
          onChange={(next) => setParams({ [TAB]: String(next) }, { replace: true })}
        >
          {configGroups.map((group) => (
            <Tab
              key={group}
              id={group}
              title={t(`config.groups.${group}`)}
              panel={
                <div className="config-panel">
                  {group === 'calendar' ? (
                    <CalendarTab />
                  ) : data === undefined ? (
                    error === null ? (
                      <SkeletonRows rows={8} />
                    ) : (
                      <FailedState error={error} onRetry={() => void refetch()} />
                    )
                  ) : (
                    <Group group={group} items={data} />
                  )}
                </div>
              }
            />
          ))}
        </Tabs>
      </div>
      {isCreating ? <CustomItemDialog group={tab} onClose={() => setCreating(false)} /> : null}
    </>
  )
}

function Group({
  group,
  items,
}: {
  readonly group: ConfigGroup
  readonly items: NonNullable<ReturnType<typeof useConfigItems>['data']>
}) {
  const t = useT()
  const own = items.filter((item) => item.group === group)
  if (own.length === 0) return <EmptyState title={t('config.empty')} />
  // A saved form starts anew from what the server has.
  return <ConfigForm key={own.map((item) => `${item.id}.${item.version}`).join()} items={own} />
}
