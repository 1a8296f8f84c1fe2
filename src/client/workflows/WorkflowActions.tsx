import { AnchorButton, Button } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useHref, useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import {
  confirmDelete,
  confirmDialog,
  MenuButton,
  type MenuButtonItem,
  toast,
} from '#src/client/components/ui/index.ts'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import { isProposed } from '#src/define/workflows/proposals.ts'
import type { VerifyAnswer, WorkflowRow } from '#src/define/workflows/workflows.ts'
import { type ExportFormat, exportFormats, exportWorkflow, workflowPath } from './calls.ts'
import { FaultList } from './FaultList.tsx'
import { HistorySheet } from './HistorySheet.tsx'
import { CopyForm } from './NamingForms.tsx'

const formatNames: Readonly<Record<ExportFormat, string>> = {
  json: 'JSON',
  xstate: 'XState',
  mermaid: 'Mermaid',
  bpmn: 'BPMN',
}

interface ActionsProps {
  readonly row: WorkflowRow
  readonly onMade: (id: number) => void
}

/** What this person may do with one workflow (20.9); the server looks again. */
export function WorkflowActions({ row, onMade }: ActionsProps) {
  const t = useT()
  const language = useLanguage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [shown, setShown] = useState<'history' | 'copy' | null>(null)
  const [refusal, setRefusal] = useState<VerifyAnswer | null>(null)
  const may = {
    retrieve: useMay('workflow:Retrieve'),
    update: useMay('workflow:Update'),
    publish: useMay('workflow:Publish'),
    copy: useMay('workflow:Copy'),
    disable: useMay('workflow:Disable'),
    export: useMay('workflow:Export'),
    remove: useMay('workflow:Delete'),
  }
  const name = language === 'en' ? row.nameEn : row.name
  const path = `${workflowPath}${row.id}/` as const
  const isSettled = row.versionNo > 0
  const designer = `/workflow/workflow/${row.id}/edit`
  const href = useHref(designer)

  const done = async (text: string): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['workflow'] })
    await client.invalidateQueries({ queryKey: ['proposal'] })
    toast('success', text)
  }
  const publish = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('workflows.publishAsk', [name]), confirmText: t('workflows.publish') }))) return
    try {
      const body = { revision: row.draftRevision }
      const answer = await api.post(`${path}publish/`, body, { key: newKey(), quiet: true })
      await done(isProposed(answer) ? t('proposals.proposed') : t('workflows.published', [name, answer.versionNo]))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.errKey === 'workflow.faulty') setRefusal(error.data as VerifyAnswer)
      else toast('warning', error.message)
    }
  }
  const turn = async (action: 'disable' | 'enable'): Promise<void> => {
    const text = t(`workflows.${action}Ask`, [name])
    if (!(await confirmDialog({ text, intent: action === 'disable' ? 'warning' : 'primary' }))) return
    const answer = await api.post(`${path}${action}/`, {}, { key: newKey() })
    await done(isProposed(answer) ? t('proposals.proposed') : t(`workflows.${action}d`, [name]))
  }
  const discard = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('workflows.discardAsk', [name]), intent: 'danger' }))) return
    await api.delete(`${path}draft/`, {}, { key: newKey() })
    await done(t('workflows.discarded'))
  }
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(name))) return
    await api.delete(path, { id: row.id }, { key: newKey() })
    await done(t('common.removed'))
  }
  const item = (isShown: boolean, text: string, onClick: () => void, intent?: MenuButtonItem['intent']) =>
    isShown ? [{ text, onClick, ...(intent && { intent }) }] : []
  const items: readonly MenuButtonItem[] = [
    ...item(may.retrieve && isSettled, t('workflows.history'), () => setShown('history')),
    ...item(may.retrieve, t('workflowTests.open'), () => void navigate(`/workflow/workflow/${row.id}/tests`)),
    ...item(may.retrieve && isSettled, t('workflowUse.open'), () => void navigate(`/workflow/workflow/${row.id}/use`)),
    ...item(
      may.retrieve && row.versionNo > 1,
      t('workflowMoves.open'),
      () => void navigate(`/workflow/workflow/${row.id}/moves`),
    ),
    ...item(may.copy, t('workflows.copy'), () => setShown('copy')),
    ...(may.export
      ? (Object.keys(exportFormats) as ExportFormat[])
          .filter((format) => isSettled || format === 'json')
          .map((format) => ({
            text: t('workflows.export', [formatNames[format]]),
            onClick: () => ignoreApiError(exportWorkflow(row, format)),
          }))
      : []),
    ...item(
      may.disable && row.status === 'published',
      t('workflows.disable'),
      () => ignoreApiError(turn('disable')),
      'warning',
    ),
    ...item(may.disable && row.status === 'disabled', t('workflows.enable'), () => ignoreApiError(turn('enable'))),
    ...item(
      may.update && row.draftRevision > 0 && isSettled,
      t('workflows.discard'),
      () => ignoreApiError(discard()),
      'danger',
    ),
    ...item(
      may.remove && !row.isShipped && !row.hasTickets,
      t('common.remove'),
      () => ignoreApiError(remove()),
      'danger',
    ),
  ]
  return (
    <>
      {may.update ? (
        <AnchorButton
          size="small"
          variant="minimal"
          href={href}
          text={t('common.edit')}
          aria-label={t('workflows.editOf', [name])}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey) return
            event.preventDefault()
            void navigate(designer)
          }}
        />
      ) : null}
      {may.publish && row.draftRevision > 0 ? (
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          text={t('workflows.publish')}
          aria-label={t('workflows.publishOf', [name])}
          onClick={() => ignoreApiError(publish())}
        />
      ) : null}
      {items.length === 0 ? null : <MenuButton label={t('workflows.moreOf', [name])} items={items} />}
      {shown === 'history' ? <HistorySheet row={row} onClose={() => setShown(null)} /> : null}
      {shown === 'copy' ? <CopyForm row={row} onDone={onMade} onClose={() => setShown(null)} /> : null}
      {refusal === null ? null : (
        <Sheet
          isLight
          shape="dialog"
          title={t('workflows.refused', [name])}
          onClose={() => setRefusal(null)}
          footer={<Button text={t('common.close')} onClick={() => setRefusal(null)} />}
        >
          <FaultList verdict={refusal} />
        </Sheet>
      )}
    </>
  )
}
