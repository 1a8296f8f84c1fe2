/** What a state files: a type, the fields that are filled from this form, and whether it waits (25.4, I19). */
import { Checkbox } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import type { SubTicket } from '#machines/ticket/definition/definition.ts'
import { FailedState, SkeletonRows } from '#src/client/components/ui/index.ts'
import { allRows } from '#src/client/platform/http/allRows.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import { useFormLabels } from '#src/client/tickets/labels.ts'
import { workflowPath } from '#src/client/workflows/calls.ts'
import { type FormDefinition, formFieldsOf } from '#src/define/application.ts'
import type { WorkflowRow } from '#src/define/workflows/workflows.ts'
import { readWorkflow } from '../calls.ts'
import { useDesigner } from '../context.ts'
import { fitting } from '../model/sub.ts'
import { ChoiceBox } from '../parts.tsx'

interface Props {
  readonly child: SubTicket
  readonly onChange: (child: SubTicket) => void
}

export function SubSettings({ child, onChange }: Props) {
  const t = useT()
  const language = useLanguage()
  const { design } = useDesigner()
  const { data, error, refetch } = useQuery({
    queryKey: ['workflow', 'files'],
    queryFn: ({ signal }) => allRows<WorkflowRow>(workflowPath, { status: 'published' }, signal),
  })
  if (error !== null && data === undefined) return <FailedState error={error} onRetry={() => void refetch()} compact />
  if (data === undefined) return <SkeletonRows rows={2} />
  const types = data.filter(({ key, offered }) => offered && key !== design.definition.key)
  const chosen = types.find(({ key }) => key === child.type)
  return (
    <>
      <ChoiceBox
        label={t('designer.childType')}
        value={child.type}
        options={[
          ...(child.type === '' ? [{ value: '', label: t('designer.chooseType') }] : []),
          ...types.map(({ key, name, nameEn }) => ({ value: key, label: language === 'en' ? nameEn : name })),
        ]}
        onChange={(type) => onChange({ ...child, type, values: {} })}
      />
      <Checkbox
        label={t('designer.childWait')}
        checked={child.wait}
        onChange={(event) => onChange({ ...child, wait: event.currentTarget.checked })}
      />
      {chosen === undefined ? null : <Values id={chosen.id} child={child} onChange={onChange} />}
    </>
  )
}

/** The fields of the other form, each with what of this form may fill it. */
function Values({ id, child, onChange }: Props & { readonly id: number }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['workflow', 'files', id],
    queryFn: ({ signal }) => readWorkflow(id, signal),
  })
  if (data === undefined) return <SkeletonRows rows={3} />
  return (
    <fieldset className="sub-values">
      <legend>{t('designer.childValues')}</legend>
      <p className="inspector-hint">{t('designer.childHint')}</p>
      <FieldRows form={data.form} child={child} onChange={onChange} />
    </fieldset>
  )
}

function FieldRows({ form, child, onChange }: Props & { readonly form: FormDefinition }) {
  const t = useT()
  const { design, label } = useDesigner()
  const theirs = useFormLabels(child.type, form)
  const set = (name: string, from: string): void => {
    const { [name]: _, ...others } = child.values
    onChange({ ...child, values: from === '' ? others : { ...others, [name]: from } })
  }
  return Object.entries(formFieldsOf(form)).flatMap(([name, field]) => {
    const sources = fitting(design.form, field)
    if (sources.length === 0) return []
    return [
      <ChoiceBox
        key={name}
        label={theirs(name)}
        value={child.values[name] ?? ''}
        options={[
          { value: '', label: t('designer.childOwn') },
          ...sources.map((value) => ({ value, label: label(value) })),
        ]}
        onChange={(from) => set(name, from)}
      />,
    ]
  })
}
