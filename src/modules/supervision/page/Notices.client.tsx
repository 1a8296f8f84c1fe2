import './page.css'
import { Button } from '@blueprintjs/core'
import { ExportIcon, PrintIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { RecordDetail } from '#src/client/records/detail/RecordDetail.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { supervisionNotice } from '../notices/supervision-notice.ts'
import { NoticeSheet } from './NoticeSheet.client.tsx'

/** Published notices, each with its paper. */
export function Notices() {
  const t = useT()
  return <RecordList record={supervisionNotice} Detail={NoticeDetail} emptyText={t('supervisionPage.notice.empty')} />
}

function NoticeDetail({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const mayExport = useMay('supervisionNotice:Export')
  const [isPrinting, setPrinting] = useState(false)
  const save = async (): Promise<void> => {
    const { blob, name } = await api.download(`/api/supervision/notice/${row.id}/sheet/`)
    saveBlob(blob, name)
  }
  return (
    <>
      <div className="item-actions notice-actions">
        <Button
          icon={<PrintIcon />}
          intent="primary"
          text={t('supervisionPage.notice.print')}
          onClick={() => setPrinting(true)}
        />
        {mayExport ? (
          <Button
            icon={<ExportIcon />}
            text={t('supervisionPage.notice.sheet')}
            onClick={() => ignoreApiError(save())}
          />
        ) : null}
      </div>
      <RecordDetail record={supervisionNotice} row={row} />
      {isPrinting ? <NoticeSheet row={row} onClose={() => setPrinting(false)} /> : null}
    </>
  )
}
