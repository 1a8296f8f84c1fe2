import './sheets.css'
import { Button, Callout } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { codePath } from '#src/client/components/scanner/codePath.ts'
import { FailedState, PageLoading, useTitle } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionaryLabel } from '#src/client/platform/session/index.ts'
import { letterPaper } from '../labels/paper.ts'
import { SignatureDrawing } from './SignaturePad.client.tsx'
import type { SignedSheet } from './sheet.types.ts'

/** 领用单 and other signed sheets as they were signed, for the screen and for paper. */
export function SheetPage() {
  const { id } = useParams()
  const { data, error, refetch } = useQuery({
    queryKey: ['assetSheet', 'print', id],
    queryFn: ({ signal }) => api.get(`/api/assets/sheet/${Number(id)}/print/`, { signal, quiet: true }),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageLoading />
  return <Sheet sheet={data} />
}

function Sheet({ sheet }: { readonly sheet: SignedSheet }) {
  const t = useT()
  const word = useDictionaryLabel()
  const title = `${word('assetSheetKind', sheet.kind)} ${sheet.no}`
  useTitle(title)
  const { size, path } = codePath(sheet.no)
  return (
    <>
      <style>{letterPaper}</style>
      <div className="asset-sheet-bar">
        <h1>{title}</h1>
        <Button intent="primary" icon={<PrintIcon />} text={t('assetSheets.print')} onClick={() => print()} />
      </div>
      {sheet.isIntact ? null : <Callout intent="danger">{t('assetSheets.broken')}</Callout>}
      <article className="asset-sheet">
        <svg className="asset-sheet-code" viewBox={`-2 -2 ${size + 4} ${size + 4}`} role="img" aria-label={sheet.no}>
          <path d={path} fill="#000" />
        </svg>
        <pre>{sheet.body}</pre>
        <dl>
          <div className="is-signature">
            <dt>{t('assetSheets.signature')}</dt>
            <dd>
              <SignatureDrawing strokes={sheet.strokes} name={sheet.signer} />
              <span>{sheet.signer}</span>
            </dd>
          </div>
          <div>
            <dt>{t('assetSheets.witness')}</dt>
            <dd>{sheet.witness}</dd>
          </div>
          <div>
            <dt>{t('assetSheets.signedAt')}</dt>
            <dd>{sheet.at}</dd>
          </div>
          <div>
            <dt>{t('assetSheets.hash')}</dt>
            <dd>
              <code>{sheet.hash}</code>
              {sheet.isIntact ? <span>{t('assetSheets.intact')}</span> : null}
            </dd>
          </div>
        </dl>
      </article>
    </>
  )
}
