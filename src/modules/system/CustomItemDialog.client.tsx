import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { browserTime } from '#src/client/forms/given.ts'
import { useForm } from '#src/client/forms/useForm.ts'
import { api } from '#src/client/http.ts'
import { type Under, useT } from '#src/client/i18n/index.ts'
import { FormPanel } from '#src/client/records/FormPanel.tsx'
import { toast } from '#src/client/ui/index.ts'
import { boolean, choice, type Fields, type FormData, integer, text } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import { configType } from './config.ts'
import { CONFIG, type ConfigGroup } from './config-items.client.tsx'

const isOf = (...types: readonly number[]) => ({ field: 'type', op: 'in', value: types.map(String) }) as const
const texts = isOf(configType.text, configType.textarea)
const sized = isOf(configType.text, configType.textarea, configType.number)

const fields: Fields = {
  key: text(64, { required: true }),
  title: text(50, { required: true }),
  titleEn: text(80, { required: true }),
  type: choice('configItemType', { required: true, initial: '0' }),
  options: text(64, { required: isOf(configType.select), visibleWhen: isOf(configType.select) }),
  optional: boolean({ required: true, initial: true }),
  min: integer({ visibleWhen: sized }),
  max: integer({ visibleWhen: sized }),
  places: integer({ min: 0, max: 6, visibleWhen: isOf(configType.number) }),
  regex: text(100, { visibleWhen: texts }),
  placeholder: text(100),
  sort: integer({ required: true, min: 0, max: 9999, initial: 999 }),
  public: boolean({ required: true, initial: false }),
  secret: boolean({ required: true, initial: false, visibleWhen: texts }),
}

/** The first value of a new item, which its form then changes. */
const emptyValue = (type: number, min: number): unknown =>
  type === configType.flag ? false : type === configType.number ? min : type === configType.list ? [] : ''

const ruleNames = ['optional', 'min', 'max', 'places', 'regex'] as const

/** A configuration item of the bureau's own (SYS-75). */
export function CustomItemDialog({ group, onClose }: { readonly group: ConfigGroup; readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const initial = useMemo(() => initialValues(fields, browserTime()), [])
  const form = useForm({ prefix, fields, initial })
  const save = async (): Promise<boolean> => {
    const done = await form.submit((values, key) => api.post(CONFIG, bodyOf(group, values), { key, quiet: true }))
    if (done) {
      await client.invalidateQueries({ queryKey: ['config'] })
      toast('success', t('common.saved'))
    }
    return done
  }
  return (
    <FormPanel
      title={`${t('config.create')} · ${t(`config.groups.${group}`)}`}
      prefix={prefix}
      fields={fields}
      labels={(name) => t(`config.fields.${name as Under<'config.fields'>}`)}
      form={form}
      submitText={t('common.save')}
      before={<p>{t('config.keyHelp')}</p>}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

function bodyOf(group: string, values: FormData) {
  const type = Number(values.type)
  const rule = Object.fromEntries(
    ruleNames.flatMap((name) => (values[name] === null || values[name] === undefined ? [] : [[name, values[name]]])),
  )
  return {
    key: values.key,
    group,
    title: values.title,
    titleEn: values.titleEn,
    type,
    options: values.options ?? null,
    rule,
    placeholder: values.placeholder ?? '',
    sort: values.sort,
    public: values.public,
    secret: values.secret ?? false,
    secretValue: emptyValue(type, typeof values.min === 'number' ? values.min : 0),
  }
}
