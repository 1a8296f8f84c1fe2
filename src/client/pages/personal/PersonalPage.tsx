import '#src/client/records/records.css'
import './personal.css'
import { Tab } from '@blueprintjs/core'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router-dom'
import { personalTab } from '#src/client/app/pages.ts'
import { PageHeader, PageTabs, SkeletonRows } from '#src/client/components/ui/index.ts'
import { type TextKey, useT } from '#src/client/platform/i18n/index.ts'
import { index } from '#src/client/platform/parts/index.ts'
import { DelegationTab } from './DelegationTab.tsx'
import { LookTab } from './LookTab.tsx'
import { PhrasesTab } from './PhrasesTab.tsx'
import { ProfileTab } from './ProfileTab.tsx'
import { PushTab } from './PushTab.tsx'
import { SecurityTab } from './SecurityTab.tsx'

interface PersonalTab {
  readonly key: string
  readonly title: TextKey | `personalTabs.${string}`
  readonly sort: number
  readonly Content: ComponentType
}

/** Tabs of the house; those of the modules stand between them by their `sort`. */
const own: readonly PersonalTab[] = [
  { key: 'profile', title: 'personal.tabs.profile', sort: 10, Content: ProfileTab },
  { key: 'security', title: 'personal.tabs.security', sort: 20, Content: SecurityTab },
  { key: 'delegation', title: 'personal.tabs.delegation', sort: 30, Content: DelegationTab },
  { key: 'phrases', title: 'personal.tabs.phrases', sort: 40, Content: PhrasesTab },
  { key: 'push', title: 'personal.tabs.push', sort: 80, Content: PushTab },
  { key: 'look', title: 'personal.tabs.look', sort: 90, Content: LookTab },
]
const brought: readonly PersonalTab[] = index.personalTabs.map(({ module, key, sort }) => ({
  key,
  title: `personalTabs.${key}` as const,
  sort,
  Content: lazy(async () => ({ default: await personalTab(module, key)() })),
}))
const tabs = [...own, ...brought].toSorted((left, right) => left.sort - right.sort)

/** 10.3: everybody, about themselves. */
export default function PersonalPage() {
  const t = useT()
  const [params, setParams] = useSearchParams()
  const chosen = tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'profile'
  return (
    <>
      <PageHeader title={t('personal.title')} />
      <PageTabs
        id="personal"
        className="personal-tabs"
        selectedTabId={chosen}
        onChange={(key) => setParams(key === 'profile' ? {} : { tab: String(key) })}
      >
        {tabs.map(({ key, title, Content }) => (
          <Tab
            key={key}
            id={key}
            title={t(title)}
            panel={
              <Suspense fallback={<SkeletonRows rows={8} />}>
                <Content />
              </Suspense>
            }
          />
        ))}
      </PageTabs>
    </>
  )
}
