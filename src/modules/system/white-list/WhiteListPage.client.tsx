import { FormGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { FormFields, type FormFieldsProps } from '#src/client/components/forms/FormFields.tsx'
import { FieldLabel, FieldProblem } from '#src/client/components/forms/inputs/FieldInput.tsx'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { WaitingHere } from '#src/client/proposals/ProposalList.tsx'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { DrawnFields } from '#src/client/records/form/FormPanel.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import type { Fields } from '#src/fields/field.ts'
import { MachineAccounts } from '../machine-accounts/MachineAccounts.client.tsx'
import { WebHooks } from '../web-hooks/WebHooks.client.tsx'
import { whiteList } from './white-list.ts'

const waiting = ['whiteList'] as const

/** 60.11, SYS-132: entries that open a reading call, and those that wait for a second person. */
function WhiteListEntries() {
  const t = useT()
  return (
    <>
      <p className="form-notice">{t('whiteListPage.lead')}</p>
      <WaitingHere kinds={waiting} />
      <RecordList record={whiteList} />
    </>
  )
}

const panels = { whiteList: WhiteListEntries, machineAccount: MachineAccounts, webHook: WebHooks } as const

/** Who calls the API besides people: calls that are open, and accounts of programs. */
export function WhiteListPage() {
  return (
    <DrawnFields value={FieldsOf}>
      <RecordTabs path="/system/whiteList" panels={panels} />
    </DrawnFields>
  )
}

/** The form of an entry has its own drawing, every other one that of its fields. */
function FieldsOf(props: FormFieldsProps) {
  return 'needLogin' in props.fields ? <EntryFields {...props} /> : <FormFields {...props} />
}

/** Drawn here: the call is chosen, and it always reads. */
const drawn: readonly string[] = ['url', 'method']
const without = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !drawn.includes(name)))

/** The form of an entry, its call chosen among those that modules declare as openable. */
function EntryFields(props: FormFieldsProps) {
  const t = useT()
  const { prefix, fields, values, labels, onChange, problems, disabled = false } = props
  const { data, error, refetch } = useQuery({
    queryKey: ['whiteList', 'openable'],
    queryFn: ({ signal }) => api.get('/api/system/white_list/openable/', { signal, quiet: true }),
    staleTime: 60_000,
  })
  if (data === undefined)
    return error === null ? (
      <SkeletonRows rows={4} />
    ) : (
      <FailedState compact error={error} onRetry={() => void refetch()} />
    )
  const id = `${prefix}url`
  const value = String(values.url ?? '')
  const isInvalid = problems.url !== undefined
  return (
    <>
      <FormGroup
        label={<FieldLabel label={labels('url')} required />}
        labelFor={id}
        fill
        intent={isInvalid ? 'danger' : 'none'}
        className="field"
      >
        <SelectBox
          id={id}
          fill
          required
          value={value}
          disabled={disabled}
          aria-invalid={isInvalid}
          {...(isInvalid && { 'aria-describedby': `${id}-problem` })}
          onChange={(event) => onChange('url', event.currentTarget.value)}
        >
          <option value="">{t('whiteListPage.choose')}</option>
          {data.map((call) => (
            <option key={call.value} value={call.value}>
              {t(call.isOne ? 'whiteListPage.one' : 'whiteListPage.call', [call.label, call.value])}
            </option>
          ))}
          {value === '' || data.some((call) => call.value === value) ? null : <option value={value}>{value}</option>}
        </SelectBox>
        <FieldProblem id={id} name="url" problems={problems} />
      </FormGroup>
      <FormFields {...props} fields={without(fields)} all={fields} />
    </>
  )
}
