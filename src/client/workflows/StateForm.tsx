import { Callout } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import type { Mode, StateDefinition } from '#machines/ticket/definition/definition.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { type TextKey, useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import type { WorkflowStateRow } from '#src/define/workflows/designs.ts'
import { boolean, choice, type Fields, type FormData, integer, text } from '#src/fields/field.ts'
import { workflowPath } from './calls.ts'

const flags = ['claim', 'allowTransfer', 'allowAddSign', 'allowReject', 'requireComment', 'requireSignature'] as const
const fields: Fields = {
  name: text(50, { required: true }),
  nameEn: text(50, { required: true }),
  mode: choice('approveMode', { required: true }),
  ratio: integer({ min: 1, max: 100, required: true, visibleWhen: { field: 'mode', op: 'eq', value: 'ratio' } }),
  count: integer({ min: 1, max: 50, required: true, visibleWhen: { field: 'mode', op: 'eq', value: 'count' } }),
  ...Object.fromEntries(flags.map((flag) => [flag, boolean()])),
}
const labelKeys: Readonly<Record<string, TextKey>> = {
  name: 'workflows.stateName',
  nameEn: 'workflows.stateNameEn',
  mode: 'workflows.mode',
  ratio: 'workflows.property.ratio',
  count: 'workflows.property.count',
  claim: 'workflows.property.claim',
  allowTransfer: 'workflows.property.allowTransfer',
  allowAddSign: 'workflows.property.allowAddSign',
  allowReject: 'workflows.property.allowReject',
  requireComment: 'workflows.property.requireComment',
  requireSignature: 'workflows.property.requireSignature',
}

/** A signature on a condition is given, too; the condition itself is the designer's. */
const isGiven = (right: StateDefinition[(typeof flags)[number]]): boolean => right !== undefined && right !== false

/** The state with what was filled in; a number that its mode does not ask for falls away, and so does a right that is not given. */
function changed(state: StateDefinition, values: FormData): StateDefinition {
  const mode = values.mode as Mode
  const { ratio: _ratio, count, ...rest } = state
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => !flags.some((flag) => flag === name)))
  return {
    ...(kept as unknown as StateDefinition),
    name: { zhHans: String(values.name), en: String(values.nameEn) },
    mode,
    ...(mode === 'ratio' && { ratio: Number(values.ratio) }),
    ...(mode === 'count' && { count: Number(values.count) }),
    ...(mode === 'perGroup' && count !== undefined && { count }),
    ...Object.fromEntries(flags.filter((flag) => values[flag] === true).map((flag) => [flag, state[flag] || true])),
  }
}

interface StateFormProps {
  readonly row: WorkflowStateRow
  readonly onClose: () => void
}

/** One state of a draft, without its place in the chain: that is the designer's (20.9). */
export function StateForm({ row, onClose }: StateFormProps) {
  const t = useT()
  const language = useLanguage()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const { state } = row
  const initial = useMemo(
    (): FormData => ({
      name: state.name.zhHans,
      nameEn: state.name.en,
      mode: state.mode,
      ratio: state.ratio ?? null,
      count: state.count ?? null,
      ...Object.fromEntries(flags.map((flag) => [flag, isGiven(state[flag])])),
    }),
    [state],
  )
  const form = useForm({ prefix, fields, initial })
  const save = async (): Promise<boolean> => {
    const path = `${workflowPath}${row.workflowId}/draft/` as const
    const done = await form.submit(async (values, key) => {
      const { draft } = await api.get(path, { quiet: true })
      const { definition, form: schema, basics } = draft
      const states = definition.states.map((one) => (one.key === state.key ? changed(one, values) : one))
      // The revision the list showed: whoever saved meanwhile is not written over.
      const body = { revision: row.draftRevision, definition: { ...definition, states }, form: schema, basics }
      return api.put(path, body, { key, quiet: true })
    })
    if (done) {
      await client.invalidateQueries({ queryKey: ['workflow'] })
      toast('success', t('workflows.saved'))
    }
    return done
  }
  return (
    <FormPanel
      title={`${row.workflowName} · ${state.name[language]}`}
      prefix={prefix}
      fields={fields}
      labels={(name) => t(labelKeys[name] ?? 'workflows.name')}
      form={form}
      submitText={t('common.save')}
      before={<Callout className="form-notice">{t('workflows.keepsDraft')}</Callout>}
      onSubmit={save}
      onClose={onClose}
    />
  )
}
