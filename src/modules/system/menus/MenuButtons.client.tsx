import '#src/client/records/records.css'
import '#src/client/components/table/tree.css'
import './menu.css'
import { Button, Callout } from '@blueprintjs/core'
import { CubeAddIcon } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { FailedState, NamedIcon, PageHeader, SkeletonRows, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { recordListedBy } from '#src/client/platform/parts/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { RecordToolbar } from '#src/client/records/pages.tsx'
import { boolean, text } from '#src/fields/field.ts'
import { menuButton } from './menu-button.ts'
import { useAllMenus, useMenuTargets, useMenuTitle } from './menu-calls.client.tsx'
import { childrenOf, type MenuLineRow } from './menu-tree.ts'

/** 60.4: the buttons of the menu chosen on the left, or of all. */
export function MenuButtons() {
  const t = useT()
  const mayGenerate = useMay('menuButton:Generate')
  const [params, setParams] = useSearchParams()
  const { data, error, refetch } = useAllMenus()
  const [isGenerating, setGenerating] = useState(false)
  const chosenId = Number(params.get('menuId')) || null
  const chosen = data?.find((row) => row.id === chosenId) ?? null
  const fixed = useMemo(() => (chosenId === null ? {} : { menuId: String(chosenId) }), [chosenId])
  const choose = (id: number | null): void =>
    setParams(id === null ? {} : { menuId: String(id) }, { preventScrollReset: true })
  return (
    <>
      <PageHeader
        title={t('records.menuButton.title')}
        text={t('menu.chooseMenu')}
        actions={
          <>
            {mayGenerate && chosen !== null ? (
              <Button icon={<CubeAddIcon />} text={t('menu.generate')} onClick={() => setGenerating(true)} />
            ) : null}
            <RecordToolbar record={menuButton} />
          </>
        }
      />
      <Unregistered />
      <div className="menu-split">
        <nav className="card menu-side" aria-label={t('records.menu.title')}>
          {error !== null ? <FailedState compact error={error} onRetry={() => void refetch()} /> : null}
          {data === undefined && error === null ? <SkeletonRows rows={10} /> : null}
          {data === undefined ? null : (
            <>
              <button
                type="button"
                className="menu-side-line"
                aria-current={chosenId === null ? 'true' : undefined}
                onClick={() => choose(null)}
              >
                {t('menu.allMenus')}
              </button>
              <Branch rows={data} parent={null} chosen={chosenId} onChoose={choose} />
            </>
          )}
        </nav>
        <div className="menu-main">
          <RecordList key={chosenId ?? 'all'} record={menuButton} fixed={fixed} />
        </div>
      </div>
      {isGenerating && chosen !== null ? <GenerateDialog row={chosen} onClose={() => setGenerating(false)} /> : null}
    </>
  )
}

interface BranchProps {
  readonly rows: readonly MenuLineRow[]
  readonly parent: number | null
  readonly chosen: number | null
  readonly onChoose: (id: number) => void
}

function Branch({ rows, parent, chosen, onChoose }: BranchProps) {
  const title = useMenuTitle()
  return (
    <ul>
      {childrenOf(rows, parent)
        .filter((row) => !row.web_path?.includes('{'))
        .map((row) => (
          <li key={row.id}>
            {row.is_catalog ? (
              <span className="menu-side-catalogue">
                <NamedIcon name={row.icon} />
                {title(row)}
              </span>
            ) : (
              <button
                type="button"
                className="menu-side-line"
                aria-current={row.id === chosen ? 'true' : undefined}
                onClick={() => onChoose(row.id)}
              >
                {title(row)}
              </button>
            )}
            <Branch rows={rows} parent={row.id} chosen={chosen} onChoose={onChoose} />
          </li>
        ))}
    </ul>
  )
}

/** SYS-48: what the program asks for and nobody can be granted. */
function Unregistered() {
  const t = useT()
  const { data = [] } = useQuery({
    queryKey: ['menuButton', 'unregistered'],
    queryFn: ({ signal }) =>
      api.get(`${menuButton.path}unregistered/`, {
        signal,
        quiet: true,
      }),
  })
  if (data.length === 0) return null
  return (
    <Callout intent="warning" className="menu-unregistered" title={t('menu.unregistered')}>
      <p>{t('menu.unregisteredText')}</p>
      <ul>
        {data.map(({ value, usedBy }) => (
          <li key={value}>
            <code>{value}</code> <span className="tree-soft">{usedBy.slice(0, 3).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

const generated = {
  resource: text(40, { required: true, min: 2 }),
  api: text(160),
  adminOnly: boolean({ required: true, initial: false }),
}

/** The resource a page asks for, and where its calls are, as far as the product knows. */
function useKnownResource(row: MenuLineRow): { resource: string | null; api: string | null } {
  const { data: targets = [] } = useMenuTargets()
  const permission = targets.find((target) => target.path === row.component)?.permissions[0]
  const record = permission === undefined ? undefined : recordListedBy(permission)
  return { resource: permission?.split(':')[0] ?? null, api: record?.path ?? null }
}

function GenerateDialog({ row, onClose }: { readonly row: MenuLineRow; readonly onClose: () => void }) {
  const t = useT()
  const prefix = `${useId()}-`
  const known = useKnownResource(row)
  const [initial] = useState(() => ({ ...known, adminOnly: false }))
  const form = useForm({ prefix, fields: generated, initial })
  const title = useMenuTitle()
  return (
    <FormPanel
      title={`${t('menu.generate')} · ${title(row)}`}
      prefix={prefix}
      fields={generated}
      labels={(name) => t(name === 'resource' ? 'menu.resource' : `records.menuButton.fields.${name}`)}
      form={form}
      submitText={t('menu.generate')}
      onSubmit={() =>
        form.submit(async (values, key) => {
          const body = { ...values, api: values.api ?? '', menuId: row.id }
          const { created, attached } = await api.post(`${menuButton.path}generate/`, body, { key, quiet: true })
          toast('success', t('menu.generated', [created, attached]))
        })
      }
      onClose={onClose}
    />
  )
}
