import { Button, Checkbox } from '@blueprintjs/core'
import { AddIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { Chip, confirmDialog, DateText, NoValue, toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { PagedTable } from '#src/client/records/list/PagedTable.tsx'
import { useTypeKeys } from '#src/client/tickets/apply/designed.ts'
import type { OwnDelegation } from '#src/define/answers/personal.ts'
import { boolean, dateTime, money, person, text } from '#src/fields/field.ts'

const path = '/api/personal/delegation/'
const colors = { scheduled: 'info', active: 'success', ended: null } as const

/** Who approves in my place, by my own word or by a leave (WF-11). */
export function DelegationTab() {
  const t = useT()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const word = (key: Under<'personal.delegation'>): string => t(`personal.delegation.${key}`)
  const end = async (row: OwnDelegation): Promise<void> => {
    const question = t('personal.delegation.confirmEnd', [row.toUserName])
    if (!(await confirmDialog({ text: question, intent: 'warning', confirmText: word('end') }))) return
    await api.post(`${path}${row.id}/end/`, {}, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['delegation'] })
    toast('success', word('ended'))
  }
  return (
    <>
      <div className="personal-bar">
        <p className="personal-hint">{word('lead')}</p>
        <Button icon={<AddIcon />} intent="primary" text={word('add')} onClick={() => setOpen(true)} />
      </div>
      <PagedTable<OwnDelegation>
        title={t('personal.tabs.delegation')}
        record="delegation"
        path={path}
        hasSearch={false}
        emptyText={word('empty')}
        columns={[
          { title: word('toUserId'), render: (row) => row.toUserName },
          { title: word('ticketTypes'), render: (row) => <Scope row={row} /> },
          { title: word('startAt'), render: (row) => <DateText value={row.startAt} /> },
          { title: word('endAt'), render: (row) => <DateText value={row.endAt} /> },
          { title: word('reason'), render: (row) => <Reason row={row} /> },
          {
            title: word('state'),
            render: (row) => <Chip color={colors[row.state]}>{word(`states.${row.state}`)}</Chip>,
          },
        ]}
        actionsOf={(row) =>
          row.state === 'ended' || row.ticketId !== null ? null : (
            <Button
              variant="minimal"
              size="small"
              intent="danger"
              text={word('end')}
              onClick={() => ignoreApiError(end(row))}
            />
          )
        }
      />
      {isOpen ? <DelegationForm onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function Types({ keys }: { readonly keys: readonly string[] }) {
  const t = useT()
  useTypeKeys()
  if (keys.length === 0) return <>{t('personal.delegation.allTypes')}</>
  return <>{keys.map((key) => t(`applications.${key}.title`)).join(t('common.listSeparator'))}</>
}

/** Types, amounts, and whether what was open goes over too. */
function Scope({ row }: { readonly row: OwnDelegation }) {
  const t = useT()
  return (
    <>
      <Types keys={row.ticketTypes} />
      {row.below === null ? null : (
        <>
          {t('common.listSeparator')}
          {t('personal.delegation.belowSum', [row.below])}
        </>
      )}
      {row.takesOpen ? (
        <>
          {' '}
          <Chip color={null}>{t('personal.delegation.withOpen')}</Chip>
        </>
      ) : null}
    </>
  )
}

function Reason({ row }: { readonly row: OwnDelegation }) {
  const t = useT()
  if (row.ticketId !== null)
    return <Link to={`/workflow/ticket/${row.ticketId}`}>{t('personal.delegation.byLeave', [row.ticketNo ?? ''])}</Link>
  return row.reason === '' ? <NoValue /> : <>{row.reason}</>
}

const fields = {
  toUserId: person({ required: true }),
  startAt: dateTime({ required: true }),
  endAt: dateTime({ required: true, notBeforeNow: true }),
  below: money({ positive: true, max: '999999999999.99' }),
  takesOpen: boolean(),
  reason: text(200),
}

function DelegationForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const types = useTypeKeys()
  const prefix = `${useId()}-`
  const initial = useMemo(
    () => ({ toUserId: null, startAt: null, endAt: null, below: null, takesOpen: false, reason: null }),
    [],
  )
  const form = useForm({ prefix, fields, initial })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const word = (key: Under<'personal.delegation'>): string => t(`personal.delegation.${key}`)
  return (
    <FormPanel
      title={word('add')}
      prefix={prefix}
      fields={fields}
      labels={(name) => word(name as Under<'personal.delegation'>)}
      form={form}
      submitText={t('common.save')}
      before={
        <fieldset className="personal-types">
          <legend>{word('ticketTypes')}</legend>
          <p className="personal-hint">{word('typesHint')}</p>
          {types.map((type) => (
            <Checkbox
              key={type}
              label={t(`applications.${type}.title`)}
              checked={chosen.includes(type)}
              onChange={() =>
                setChosen(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
              }
            />
          ))}
        </fieldset>
      }
      onSubmit={() =>
        form.submit(async (values, key) => {
          const body = {
            ...values,
            takesOpen: values.takesOpen === true,
            reason: values.reason ?? '',
            ticketTypes: chosen,
          }
          await api.post(path, body, { key, quiet: true })
          await client.invalidateQueries({ queryKey: ['delegation'] })
          toast('success', word('added'))
        })
      }
      onClose={onClose}
    />
  )
}
