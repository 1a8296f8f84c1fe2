import { useMemo } from 'react'
import { PageHeader } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { DrawnFields } from '#src/client/records/form/FormPanel.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { PolicyFields } from './PolicyFields.client.tsx'
import { workflowPolicy } from './policy.ts'

const noItems = (): [] => []
const noNames: readonly string[] = []
const waiting = ['workflowPolicy'] as const

/** What is said in each language stands in one column. */
const own = { zhHans: ['name', 'sentence', 'brokenBy'], en: ['nameEn', 'sentenceEn', 'brokenByEn'] } as const
const shownIn = {
  zhHans: { ...workflowPolicy, titleFields: ['name'] },
  en: { ...workflowPolicy, titleFields: ['nameEn'] },
}

/** 25.10: what every published version must keep on every path, written in sentences and chosen by name. */
export function PolicyPage() {
  const t = useT()
  const language = useLanguage()
  const record = shownIn[language]
  const more: ListAdditions = useMemo(() => {
    const [name, sentence] = own[language]
    return {
      columns: [name, sentence, 'enabled', 'broken', 'provedAt'],
      // The whole of it: half a rule says nothing.
      own: {
        [sentence]: {
          label: t(`records.workflowPolicy.fields.${sentence}`),
          render: (row) => <span className="policy-said">{String(row[sentence] ?? '')}</span>,
        },
      },
      parameters: noNames,
      itemsOf: noItems,
    }
  }, [language, t])
  return (
    <DrawnFields value={PolicyFields}>
      <PageHeader
        title={t('pages./workflow/policy')}
        text={t('policy.lead')}
        actions={<RecordToolbar record={record} />}
      />
      <WaitingHere kinds={waiting} />
      <RecordList key={language} record={record} more={more} Detail={PolicyDetail} />
    </DrawnFields>
  )
}

/** What the policy says and who breaks it; the choices it is made of are in the sentence. */
function PolicyDetail({ row }: { readonly row: RecordRow }) {
  const language = useLanguage()
  const record = useMemo(() => {
    const kept = [...own[language], 'enabled', 'broken', 'provedAt']
    const fields = Object.fromEntries(Object.entries(workflowPolicy.fields).filter(([name]) => kept.includes(name)))
    return { ...shownIn[language], fields }
  }, [language])
  return <RecordDetail record={record} row={row} />
}
