import { Button, ButtonGroup } from '@blueprintjs/core'
import { AddIcon, RedoIcon, TrashIcon, UndoIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type ReactNode, useRef, useState } from 'react'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { saveBlob } from '#src/client/components/forms/storedFiles.ts'
import { MenuButton, toast } from '#src/client/components/ui/index.ts'
import { ApiError, api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { confirmAction } from '#src/client/records/form/ActionDialog.tsx'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { rightsOn } from '#src/client/records/list/rowActions.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { TableImport } from '#src/client/records/transfer/ImportDialog.tsx'
import { useRecordTexts } from '#src/client/records/useRecordTexts.ts'
import { sheetPath } from './plan-calls.client.tsx'
import type { Mode } from './plan-columns.client.tsx'
import { ReviewDialog } from './ReviewDialog.client.tsx'
import { filledLines, isChanged, type Sheet, type SheetAction } from './sheet.ts'
import { yearPlan } from './year-plan.ts'
import { MAX_LINES, type PlanLine } from './year-plan-lines.ts'

interface ToolsProps {
  readonly plan: RecordRow
  readonly version: number
  readonly mode: Mode
  readonly sheet: Sheet
  readonly chosen: { readonly from: number; readonly to: number }
  readonly fundSource: string
  readonly faults: number
  readonly dispatch: Dispatch<SheetAction>
  readonly children: (save: () => void) => ReactNode
}

const asLine = ({ id: _id, reviewedAmount: _reviewed, ...line }: Sheet['lines'][number]): PlanLine => line

/** What can be done with the sheet and with the plan, above and around it. */
export function PlanTools(props: ToolsProps) {
  const { plan, mode, sheet, chosen, fundSource, dispatch } = props
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const texts = useRecordTexts(yearPlan)
  const [isSaving, setSaving] = useState(false)
  const [decision, setDecision] = useState<'pass' | 'return' | null>(null)
  const [isImporting, setImporting] = useState(false)
  const path = `${sheetPath}${plan.id}/` as const
  const dirty = isChanged(sheet)

  const pending = useRef<Promise<boolean> | null>(null)
  const store = async (): Promise<boolean> => {
    if (mode !== 'write') return false
    if (!dirty) return true
    setSaving(true)
    try {
      const lines = filledLines(sheet.lines)
      await api.put(path, { version: props.version, lines: lines.map(asLine) }, { key: newKey() })
      dispatch({ type: 'replaced', lines })
      dispatch({ type: 'saved' })
      await client.invalidateQueries({ queryKey: ['yearPlan'] })
      toast('success', t('common.saved'))
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return false
    } finally {
      setSaving(false)
    }
  }
  /** One at a time: who asks while it is being saved gets the same answer. */
  const save = (): Promise<boolean> => {
    pending.current ??= store().finally(() => {
      pending.current = null
    })
    return pending.current
  }
  const act = async (name: 'submit' | 'publish' | 'reopen'): Promise<void> => {
    if (name === 'submit' && !(await save())) return
    const { version: _version, ...row } = plan
    await confirmAction(yearPlan, row, name, yearPlan.actions[name], {
      action: texts.action(name),
      row: texts.nameOf(plan),
    })
    await client.invalidateQueries({ queryKey: ['yearPlan'] })
  }
  const replace = (lines: readonly PlanLine[]): void =>
    dispatch({ type: 'replaced', lines: lines.map((line) => ({ ...line, id: null, reviewedAmount: null })) })
  const copyLastYear = async (): Promise<void> => {
    const lines = await api.get(`${path}last_year/`)
    if (lines.length === 0) return toast('warning', t('yearPlan.noLastYear'))
    replace([...filledLines(sheet.lines).map(asLine), ...lines])
  }
  const read = async (chosenFile: File): Promise<void> => {
    const form = new FormData()
    form.append('file', chosenFile)
    replace(await api.upload(`${path}import/`, form, { key: newKey(), quiet: true }))
    toast('success', t('yearPlan.imported'))
  }
  const download = async (address: string): Promise<void> => {
    const { blob, name } = await api.download(address)
    saveBlob(blob, name)
  }
  const open = new Set(rightsOn(yearPlan, plan, may).actions.map(([name]) => name))
  const files = [
    ...(mode === 'write' && may('yearPlan:Import')
      ? [{ text: t('yearPlan.import'), onClick: () => setImporting(true) }]
      : []),
    ...(may('yearPlan:Export')
      ? [{ text: t('records.list.export'), onClick: () => ignoreApiError(download(`${path}export/`)) }]
      : []),
  ]
  return (
    <>
      <div className="plan-tools" role="toolbar" aria-label={t('yearPlan.tools')}>
        {mode === 'write' ? (
          <>
            <BusyButton
              intent={dirty ? 'primary' : 'none'}
              text={t('common.save')}
              isBusy={isSaving}
              disabled={!dirty}
              onClick={() => void save()}
            />
            <ButtonGroup>
              <Button
                icon={<UndoIcon />}
                aria-label={t('yearPlan.undo')}
                title={t('yearPlan.undo')}
                disabled={sheet.past.length === 0}
                onClick={() => dispatch({ type: 'undone' })}
              />
              <Button
                icon={<RedoIcon />}
                aria-label={t('yearPlan.redo')}
                title={t('yearPlan.redo')}
                disabled={sheet.future.length === 0}
                onClick={() => dispatch({ type: 'redone' })}
              />
            </ButtonGroup>
            <ButtonGroup>
              <Button
                icon={<AddIcon />}
                text={t('yearPlan.insert')}
                onClick={() =>
                  dispatch({ type: 'inserted', at: chosen.from, count: chosen.to - chosen.from + 1, fundSource })
                }
              />
              <Button
                icon={<TrashIcon />}
                text={t('yearPlan.remove')}
                disabled={chosen.from >= sheet.lines.length}
                onClick={() => dispatch({ type: 'removed', ...chosen })}
              />
              <Button text={t('yearPlan.split')} onClick={() => dispatch({ type: 'split', ...chosen })} />
            </ButtonGroup>
            <Button text={t('yearPlan.copyLastYear')} onClick={() => ignoreApiError(copyLastYear())} />
          </>
        ) : null}
        {files.length === 0 ? null : <MenuButton size="medium" label={t('yearPlan.files')} items={files} />}
        <span className="list-filters-space" />
        {props.faults === 0 ? null : (
          <span className="plan-faults" role="status">
            {t('yearPlan.faults', [props.faults])}
          </span>
        )}
        {open.has('submit') ? (
          <Button intent="primary" text={texts.action('submit')} onClick={() => ignoreApiError(act('submit'))} />
        ) : null}
        {mode === 'review' ? (
          <>
            <Button intent="warning" text={t('yearPlan.return')} onClick={() => setDecision('return')} />
            <Button intent="success" text={t('yearPlan.pass')} onClick={() => setDecision('pass')} />
          </>
        ) : null}
        {open.has('reopen') ? (
          <Button intent="warning" text={texts.action('reopen')} onClick={() => ignoreApiError(act('reopen'))} />
        ) : null}
        {open.has('publish') ? (
          <Button intent="success" text={texts.action('publish')} onClick={() => ignoreApiError(act('publish'))} />
        ) : null}
      </div>
      {props.children(() => void save())}
      {isImporting ? (
        <TableImport
          name="year_plan"
          title={t('yearPlan.sheet')}
          hint={t('yearPlan.importHint', [MAX_LINES])}
          onTemplate={() => download(`${sheetPath}template/`)}
          onSend={async (file) => {
            await read(file)
            return []
          }}
          onClose={() => setImporting(false)}
        />
      ) : null}
      {decision === null ? null : (
        <ReviewDialog
          plan={plan}
          isPassed={decision === 'pass'}
          lines={sheet.lines}
          onClose={() => setDecision(null)}
        />
      )}
    </>
  )
}
