import '#src/client/records/records.css'
import '#src/client/records/list/sheets.css'
import './role.css'
import { Button, Callout, Tab, Tag } from '@blueprintjs/core'
import { DuplicateIcon, EditIcon } from '@blueprintjs/icons'
import { useId, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { FailedState, PageHeader, PageLoading, PageTabs, StateChip, toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { Timeline } from '#src/client/records/detail/Timeline.tsx'
import { FormDrawer } from '#src/client/records/form/FormDrawer.tsx'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { useRecordRow } from '#src/client/records/form/useRecordForm.ts'
import type { RecordRow } from '#src/client/records/list/useRecordList.ts'
import { text } from '#src/fields/field.ts'
import { RoleCompare } from './RoleCompare.client.tsx'
import { RoleGrantTree } from './RoleGrantTree.client.tsx'
import { RoleScope } from './RoleScope.client.tsx'
import { RoleUsers } from './RoleUsers.client.tsx'
import { role } from './role.ts'
import { useIsOwn, useRoleName } from './role-calls.client.tsx'

/** One role: its menus and buttons, data scopes, people, how it differs from another, what was changed. */
export function RoleDetail() {
  const t = useT()
  const { id } = useParams()
  const [params, setParams] = useSearchParams()
  const { data: row, error, refetch } = useRecordRow(role, Number(id))
  if (error !== null && row === undefined) return <FailedState error={error} onRetry={() => void refetch()} />
  if (row === undefined) return <PageLoading />
  return (
    <>
      <Head row={row} />
      <div className="card role-card">
        <PageTabs
          id="role"
          selectedTabId={params.get('tab') ?? 'grants'}
          onChange={(tab) => setParams({ tab: String(tab) }, { replace: true, preventScrollReset: true })}
        >
          <Tab id="grants" title={t('role.tabs.grants')} panel={<RoleGrantTree key={row.id} row={row} />} />
          <Tab id="scope" title={t('role.tabs.scope')} panel={<RoleScope key={row.id} row={row} />} />
          <Tab id="users" title={t('role.tabs.users')} panel={<RoleUsers row={row} />} />
          <Tab id="compare" title={t('role.tabs.compare')} panel={<RoleCompare row={row} />} />
          <Tab id="timeline" title={t('role.tabs.timeline')} panel={<Timeline record={role} id={row.id} />} />
        </PageTabs>
      </div>
    </>
  )
}

function Head({ row }: { readonly row: RecordRow }) {
  const t = useT()
  const name = useRoleName(row)
  const mayEdit = useMay('role:Update')
  const mayCopy = useMay('role:Create')
  const isOwn = useIsOwn(row)
  const [open, setOpen] = useState<'edit' | 'copy' | null>(null)
  return (
    <>
      <PageHeader
        title={name}
        text={String(row.key)}
        chip={
          <>
            <StateChip dictionary="enableStatus" value={row.state === true} />
            {row.builtIn === true ? (
              <Tag minimal round>
                {t('role.builtIn')}
              </Tag>
            ) : null}
          </>
        }
        actions={
          <>
            {mayCopy ? <Button icon={<DuplicateIcon />} text={t('role.copy')} onClick={() => setOpen('copy')} /> : null}
            {mayEdit && !isOwn ? (
              <Button icon={<EditIcon />} text={t('common.edit')} onClick={() => setOpen('edit')} />
            ) : null}
          </>
        }
      />
      {isOwn ? <Callout className="role-own">{t('role.own')}</Callout> : null}
      {open === 'edit' ? <FormDrawer record={role} id={row.id} onClose={() => setOpen(null)} /> : null}
      {open === 'copy' ? <CopyDialog row={row} onClose={() => setOpen(null)} /> : null}
    </>
  )
}

const copyFields = { name: text(30, { required: true, min: 2 }), key: text(32, { required: true, pattern: 'roleKey' }) }

function CopyDialog({ row, onClose }: { readonly row: RecordRow; readonly onClose: () => void }) {
  const t = useT()
  const name = useRoleName(row)
  const navigate = useNavigate()
  const prefix = `${useId()}-`
  const [initial] = useState(() => ({ name: null, key: null }))
  const form = useForm({ prefix, fields: copyFields, initial })
  return (
    <FormPanel
      title={t('role.copyTitle', [name])}
      prefix={prefix}
      fields={copyFields}
      labels={(name) => t(`records.role.fields.${name}`)}
      form={form}
      submitText={t('role.copy')}
      onSubmit={() =>
        form.submit(async (values, key) => {
          const copy = await api.post(`${role.path}${row.id}/copy/`, values, { key, quiet: true })
          toast('success', t('role.copied'))
          void navigate(`/system/role/${copy.id}`)
        })
      }
      onClose={onClose}
    />
  )
}
