/** Edit mode of the home page: widgets are dragged, resizeWidget, added and removed by mouse and keyboard (10.2). */
import { Button, InputGroup } from '@blueprintjs/core'
import { SmallCrossIcon } from '@blueprintjs/icons'
import { type KeyboardEvent, useState } from 'react'
import { GridLayout, useContainerWidth } from 'react-grid-layout'
import 'react-grid-layout/css/styles.css'
import 'react-resizable/css/styles.css'
import { isBlank } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useLeaveGuard } from '#src/client/components/forms/unsaved/useLeaveGuard.ts'
import { Popup, toast } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { HomeLayout } from '#src/modules/home/home.types.ts'
import {
  COLUMNS,
  MIN_HEIGHT,
  MIN_WIDTH,
  moveWidget,
  type PlacedWidget,
  placesAfter,
  resizeWidget,
  type WidgetId,
  widgetIds,
  withWidget,
} from '#src/modules/home/layouts/layout.ts'
import { useLayoutWrites } from './calls.ts'
import { useDraft } from './draft.ts'
import { widgets as cards } from './widgets.ts'

const ROW_PX = 32
const GAP_PX = 16
const NAME = 30

interface Props {
  /** The own layout that is edited; null for a new one. */
  readonly layout: HomeLayout | null
  /** What editing begins with. */
  readonly start: { readonly name: string; readonly widgets: readonly PlacedWidget[] }
  readonly onDone: () => void
}

/** Steps of the arrow keys: alone they move a widget, with Shift they change its size. */
const steps: Readonly<Record<string, readonly [dx: number, dy: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

export default function LayoutEditor({ layout, start, onDone }: Props) {
  const t = useT()
  const { width, containerRef, mounted } = useContainerWidth()
  const draft = useDraft(layout, start)
  const { name, widgets, change, discard, isDirty } = draft
  const [isBusy, setBusy] = useState(false)
  const { create, update } = useLayoutWrites()
  useLeaveGuard(isDirty && !isBusy)
  const [announced, announce] = useState('')
  const title = (id: WidgetId): string => t(`home.${id}`)

  const place = (next: readonly PlacedWidget[], about: WidgetId): void => {
    change({ widgets: next })
    const at = next.find(({ id }) => id === about)
    if (at !== undefined) announce(t('homeViews.at', [title(about), at.x + 1, at.y + 1, at.w, at.h]))
  }
  const onKey = (event: KeyboardEvent, id: WidgetId): void => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    place(event.shiftKey ? resizeWidget(widgets, id, ...step) : moveWidget(widgets, id, ...step), id)
  }
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      const content = { name: name.trim(), widgets }
      await (layout === null ? create({ ...content, isDefault: true }) : update(layout, content))
      discard()
      toast('success', t('homeViews.saved'))
      onDone()
    } finally {
      setBusy(false)
    }
  }
  const missing = widgetIds.filter((id) => !widgets.some((widget) => widget.id === id))
  return (
    <section className="layout-editor" aria-label={t('homeViews.edit')}>
      <div className="layout-bar">
        <InputGroup
          value={name}
          maxLength={NAME}
          aria-label={t('homeViews.name')}
          placeholder={t('homeViews.name')}
          onValueChange={(value) => change({ name: value })}
        />
        <Popup
          button={{ text: t('homeViews.add'), disabled: missing.length === 0 }}
          placement="bottom-start"
          items={missing.map((id) => ({
            text: title(id),
            onClick: () => place(withWidget(widgets, id), id),
          }))}
        />
        <BusyButton
          intent="primary"
          text={t('common.save')}
          isBusy={isBusy}
          disabled={isBlank(name) || widgets.length === 0}
          onClick={() => ignoreApiError(save())}
        />
        <Button
          text={t('common.cancel')}
          onClick={() => {
            discard()
            onDone()
          }}
        />
      </div>
      <p className="layout-hint">{t('homeViews.editHint')}</p>
      <div className="visually-hidden" role="status">
        {announced}
      </div>
      <div ref={containerRef}>
        {mounted ? (
          <GridLayout
            width={width}
            layout={widgets.map(({ id, ...place }) => ({ i: id, ...place, minW: MIN_WIDTH, minH: MIN_HEIGHT }))}
            gridConfig={{ cols: COLUMNS, rowHeight: ROW_PX, margin: [GAP_PX, GAP_PX], containerPadding: [0, 0] }}
            dragConfig={{ handle: '.layout-tile-head', cancel: '.layout-remove' }}
            onLayoutChange={(next) => {
              const placed = placesAfter(widgets, next)
              if (placed !== null) change({ widgets: placed })
            }}
          >
            {widgets.map(({ id }) => {
              const Card = cards[id]
              return (
                <div key={id} className="card">
                  <div className="layout-tile-head">
                    <button type="button" onKeyDown={(event) => onKey(event, id)}>
                      {title(id)}
                    </button>
                    <Button
                      className="layout-remove"
                      size="small"
                      variant="minimal"
                      icon={<SmallCrossIcon />}
                      aria-label={t('homeViews.remove', [title(id)])}
                      onClick={() => change({ widgets: widgets.filter((widget) => widget.id !== id) })}
                    />
                  </div>
                  <div className="layout-tile-body" inert>
                    <Card />
                  </div>
                </div>
              )
            })}
          </GridLayout>
        ) : null}
      </div>
    </section>
  )
}
