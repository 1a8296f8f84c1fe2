import { Button } from '@blueprintjs/core'
import { ExportIcon } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { May, PageHeader, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { PostForm } from '#src/client/records/form/PostForm.tsx'
import { type ListAdditions, RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { intention, publication } from '../intention.ts'
import type { PublishedIntentions } from '../intention.types.ts'

/** Many are published at once now, so that their moment is not asked. */
const { publishAt: _publishAt, ...published } = publication

/** The chosen intentions published with one address and note. */
function PublishChosen({ ids, onDone }: { readonly ids: readonly number[]; readonly onDone: () => void }) {
  const t = useT()
  const { labels } = useRecordTexts(intention)
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" variant="outlined" text={t('intentionPage.publish')} onClick={() => setAsking(true)} />
      {isAsking ? (
        <PostForm<PublishedIntentions>
          title={t('intentionPage.publishTitle', [ids.length])}
          path="/api/procurement/intention/publish/"
          record="intention"
          fields={published}
          fixed={{ ids }}
          labels={labels}
          submitText={t('intentionPage.publish')}
          onDone={({ done, skipped }) => {
            setAsking(false)
            if (skipped === 0) toast('success', t('intentionPage.done', [done]))
            else toast('info', t('intentionPage.skipped', [done, skipped]))
            onDone()
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  )
}

/** `/procurement/disclosure-intention` (50.8). */
export function IntentionPage() {
  const t = useT()
  const mayPublish = useMay('intention:Publish')
  const more = useMemo(
    (): ListAdditions => (mayPublish ? { bulk: (ids, done) => <PublishChosen ids={ids} onDone={done} /> } : {}),
    [mayPublish],
  )
  const save = async (): Promise<void> => {
    const { blob, name } = await api.download('/api/procurement/intention/public_list/')
    saveBlob(blob, name)
  }
  return (
    <>
      <PageHeader
        title={t('pages./procurement/disclosure-intention')}
        actions={
          <>
            <May need="intention:Export">
              <Button
                icon={<ExportIcon />}
                text={t('intentionPage.publicList')}
                onClick={() => ignoreApiError(save())}
              />
            </May>
            <RecordToolbar record={intention} />
          </>
        }
      />
      <RecordList record={intention} more={more} emptyText={t('intentionPage.empty')} />
    </>
  )
}
