import { Button, Callout, Tab } from '@blueprintjs/core'
import { ArrowLeftIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useLeaveGuard } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import { Chip, confirmDialog, PageHeader, PageTabs, toast } from '#src/client/components/ui/index.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { BasicsTab } from './BasicsTab.tsx'
import { useDesigner } from './context.ts'
import { FlowTab } from './FlowTab.tsx'
import { FormTab } from './FormTab.tsx'
import { type TabName, tabs } from './model/quickFix.ts'
import { NoticesTab } from './NoticesTab.tsx'
import { PublishButton } from './PublishButton.tsx'
import { QuickFixContext, useQuickFix, useQuickFixState } from './quickFix.ts'
import { Simulation } from './Simulation.tsx'
import { FieldMatrix } from './settings/FieldMatrix.tsx'

/** Where typing has an undo of its own. */
const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')

/** The designer around its parts, which share what is looked at. */
export function DesignerFrame() {
  const editor = useQuickFixState(useDesigner().design.definition)
  return (
    <QuickFixContext value={editor}>
      <Frame />
    </QuickFixContext>
  )
}

/** Head, tabs, and the keys that work everywhere in the designer. */
function Frame() {
  const t = useT()
  const language = useLanguage()
  const navigate = useNavigate()
  const designer = useDesigner()
  const { design, keeping, basedOn } = designer
  const { tab, setTab } = useQuickFix()
  const [isTrying, setTrying] = useState(false)
  useLeaveGuard(keeping !== 'kept')
  const discard = async (): Promise<void> => {
    if (!(await confirmDialog({ text: t('designer.confirmDiscard'), intent: 'danger' }))) return
    await designer.discard()
    toast('success', t('designer.discarded'))
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || isTyping(event.target)) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) designer.redo()
    else designer.undo()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcuts work wherever the focus is inside.
    <div className="designer" onKeyDown={handleKey}>
      <PageHeader
        title={t('designer.title', [language === 'en' ? design.basics.nameEn : design.basics.name])}
        chip={<AutosaveChip />}
        text={basedOn === null ? t('designer.unpublished') : t('designer.basedOn', [basedOn])}
        actions={
          <>
            <Button
              variant="minimal"
              className="designer-back"
              icon={<ArrowLeftIcon />}
              text={t('designer.back')}
              onClick={() => void navigate('/workflow/workflow')}
            />
            {designer.revision === 0 || basedOn === null ? null : (
              <Button variant="minimal" text={t('designer.discard')} onClick={() => ignoreApiError(discard())} />
            )}
            <Button text={t('designer.simulate')} onClick={() => setTrying(true)} />
            <PublishButton />
          </>
        }
      />
      {keeping === 'conflict' ? (
        <Callout intent="danger" role="alert" className="designer-notice">
          <p>{t('designer.conflict')}</p>
          <Button intent="danger" text={t('designer.reload')} onClick={() => ignoreApiError(designer.reload())} />
        </Callout>
      ) : null}
      <PageTabs id="designer" selectedTabId={tab} onChange={(next) => setTab(next as TabName)}>
        {tabs.map((name) => (
          <Tab key={name} id={name} title={t(`designer.tab.${name}`)} panel={panels[name]} />
        ))}
      </PageTabs>
      {isTrying ? <Simulation onClose={() => setTrying(false)} /> : null}
    </div>
  )
}

const panels: Readonly<Record<TabName, ReactElement>> = {
  flow: <FlowTab />,
  fields: <FieldMatrix />,
  form: <FormTab />,
  notices: <NoticesTab />,
  basics: <BasicsTab />,
}

const colours = { kept: 'success', waiting: null, keeping: null, conflict: 'error', failed: 'warning' } as const

/** Whether what is on the screen is kept. */
function AutosaveChip() {
  const t = useT()
  const { keeping } = useDesigner()
  return (
    <span role="status">
      <Chip color={colours[keeping]}>{t(`designer.keeping.${keeping}`)}</Chip>
    </span>
  )
}
