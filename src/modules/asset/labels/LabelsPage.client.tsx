import './labels.css'
import { Button, InputGroup } from '@blueprintjs/core'
import { PrintIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { codePath } from '#src/client/components/scanner/codePath.ts'
import { EmptyState, FailedState, PageHeader, SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { readPreference, writePreference } from '#src/client/platform/preference.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { labelAddress } from './address.ts'
import type { Label } from './label.types.ts'
import { paperOf } from './paper.ts'
import { ReprintDialog } from './ReprintDialog.client.tsx'

/** Width and height of common label stock, in millimetres. */
const SIZES = ['50x30', '60x40', '40x30', '70x50', '40x12'] as const
const KEPT = 'assetLabelSize'
const bounds = { least: 10, most: 150 }

interface Size {
  readonly width: number
  readonly height: number
}
function sizeOf(text: string | null): Size {
  const [width = 0, height = 0] = (text ?? '').split('x').map(Number)
  const fits = (side: number): boolean => side >= bounds.least && side <= bounds.most
  return fits(width) && fits(height) ? { width, height } : { width: 50, height: 30 }
}

/** Labels of the chosen assets or rooms, in millimetres, one to a page of the printer. */
export function LabelsPage() {
  const t = useT()
  const [params] = useSearchParams()
  const kind = params.get('kind') === 'rooms' ? 'rooms' : 'assets'
  const ids = params.get('ids') ?? ''
  const [size, setSize] = useState(() => sizeOf(readPreference(KEPT)))
  const [isTest, setTest] = useState(false)
  const [isReprint, setReprint] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['asset', 'labels', kind, ids],
    queryFn: ({ signal }) => api.get('/api/assets/labels/', { query: { kind, ids }, signal, quiet: true }),
    enabled: ids !== '',
  })
  const assetIds = (data?.labels ?? []).map(({ id }) => id)
  const change = (next: Size): void => {
    setSize(next)
    const { width, height } = next
    if ([width, height].every((side) => side >= bounds.least && side <= bounds.most))
      writePreference(KEPT, `${width}x${height}`)
  }
  const printOne = (): void => {
    setTest(true)
    requestAnimationFrame(() => {
      print()
      setTest(false)
    })
  }
  const record = (key: string, isQuiet: boolean, reason?: string) =>
    api.post('/api/assets/labels/', { ids: assetIds, reason }, { key, quiet: isQuiet })
  const printAll = async (): Promise<void> => {
    setBusy(true)
    try {
      if (kind === 'assets') await record(newKey(), false)
    } finally {
      setBusy(false)
    }
    print()
    await refetch()
  }
  if (ids === '')
    return (
      <EmptyState
        title={t('assetLabels.none')}
        action={<Link to="/stockmanage/asset?tab=labels">{t('assetLabels.toList')}</Link>}
      />
    )
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <SkeletonRows rows={6} />
  const { labels } = data
  const printedBefore = labels.filter(({ printedAt }) => printedAt !== null).length
  const host = data.host === '' ? location.origin : data.host
  const chosen = `${size.width}x${size.height}`
  return (
    <>
      <style>{paperOf(size.width, size.height, 0)}</style>
      <div className="label-bar">
        <PageHeader title={t(`assetLabels.kind.${kind}`)} text={t('assetLabels.count', [labels.length])} />
        <div className="label-tools">
          <label htmlFor="label-size">
            {t('assetLabels.size')}
            <SelectBox
              id="label-size"
              value={SIZES.some((one) => one === chosen) ? chosen : ''}
              onChange={(event) => event.target.value !== '' && change(sizeOf(event.target.value))}
            >
              {SIZES.map((one) => (
                <option key={one} value={one}>
                  {t('assetLabels.millimetres', [sizeOf(one).width, sizeOf(one).height])}
                </option>
              ))}
              <option value="">{t('assetLabels.custom')}</option>
            </SelectBox>
          </label>
          {(['width', 'height'] as const).map((side) => (
            <label key={side} htmlFor={`label-${side}`}>
              {t(`assetLabels.${side}`)}
              <InputGroup
                id={`label-${side}`}
                className="label-side"
                type="number"
                min={bounds.least}
                max={bounds.most}
                value={String(size[side])}
                onValueChange={(text) => change({ ...size, [side]: Number(text) })}
              />
            </label>
          ))}
          <Button text={t('assetLabels.test')} onClick={printOne} />
          <BusyButton
            intent="primary"
            icon={<PrintIcon />}
            isBusy={isBusy}
            text={t('assetLabels.printAll')}
            onClick={() => (printedBefore > 0 ? setReprint(true) : ignoreApiError(printAll()))}
          />
        </div>
        <p className="label-note">{t('assetLabels.host', [labelAddress(host, kind, labels[0]?.code ?? '')])}</p>
      </div>
      {isReprint ? (
        <ReprintDialog
          count={printedBefore}
          onPrint={async (reason, key) => void (await record(key, true, reason))}
          onPrinted={() => {
            setReprint(false)
            // On paper without the dialog.
            requestAnimationFrame(() => print())
            void refetch()
          }}
          onClose={() => setReprint(false)}
        />
      ) : null}
      <ul className="label-sheet">
        {(isTest ? labels.slice(0, 1) : labels).map((label) => (
          <LabelPicture key={label.id} label={label} size={size} address={labelAddress(host, kind, label.code)} />
        ))}
      </ul>
    </>
  )
}

/** Modules left white around a code, as scanners want it. */
const MARGIN_MODULES = 2

/** Millimetres around and between what a label shows, and of its largest print. */
const EDGE = 1
const MAX_PRINT = 3.4
/** Width of a bold digit or capital, in parts of its height. */
const DIGIT_WIDTH = 0.66

interface PictureProps {
  readonly label: Label
  readonly size: Size
  readonly address: string
}

function LabelPicture({ label, size, address }: PictureProps) {
  const { size: modules, path } = codePath(address)
  const isLow = size.height < 20
  const side = Math.min(size.height - 2, size.width * 0.45)
  const room = size.width - side - 3 * EDGE
  const style = {
    '--label-width': `${size.width}mm`,
    '--label-height': `${size.height}mm`,
    '--label-code': `${side}mm`,
    '--label-number': `${Math.min(MAX_PRINT, room / (label.code.length * DIGIT_WIDTH)).toFixed(2)}mm`,
  }
  return (
    <li className={isLow ? 'label is-low' : 'label'} style={style as CSSProperties}>
      <svg
        viewBox={`${-MARGIN_MODULES} ${-MARGIN_MODULES} ${modules + 2 * MARGIN_MODULES} ${modules + 2 * MARGIN_MODULES}`}
        role="img"
        aria-label={label.code}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
      <div>
        <strong>{label.code}</strong>
        <span>{label.title}</span>
        {isLow ? null : <span>{label.detail}</span>}
        {isLow ? null : <span>{label.dept}</span>}
      </div>
    </li>
  )
}
