import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { type Under, useT } from '#src/client/platform/i18n/index.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import { boolean, choice, type Fields, type FormData, integer, text } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import { configType } from './config.ts'
import type { ConfigItem, ItemGroup } from './config.types.ts'
import { CONFIG } from './config-items.client.tsx'

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
  type === configType.flag
    ? false
    : type === configType.number
      ? min
      : type === configType.list
        ? []
        : type === configType.image
          ? null
          : ''

const ruleNames = ['optional', 'min', 'max', 'places', 'regex'] as const

/** An item keeps its key, type and secrecy: its value and history were made under them. */
const kept = ['key', 'type', 'secret']
const editFields: Fields = Object.fromEntries(
  Object.entries(fields).map(([name, field]) => [name, kept.includes(name) ? { ...field, computed: true } : field]),
)

const valuesOf = ({ rule, type, ...item }: ConfigItem): FormData => ({
  ...{ key: item.key, title: item.title, titleEn: item.titleEn, type: String(type), options: item.options },
  ...{ optional: rule.optional ?? false, min: rule.min ?? null, max: rule.max ?? null },
  ...{ places: rule.places ?? null, regex: rule.regex ?? null, placeholder: item.placeholder || null },
  ...{ sort: item.sort, public: item.public, secret: item.secret },
})

/** A configuration item of the bureau's own, new or `item` (SYS-75). */
export function CustomItemDialog({
  group,
  item = null,
  onClose,
}: {
  readonly group: ItemGroup
  readonly item?: ConfigItem | null
  readonly onClose: () => void
}) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const shown = item === null ? fields : editFields
  const initial = useMemo(() => (item === null ? initialValues(fields, browserTime()) : valuesOf(item)), [item])
  const form = useForm({ prefix, fields: shown, initial })
  const save = async (): Promise<boolean> => {
    const done = await form.submit((values, key) =>
      item === null
        ? api.post(CONFIG, bodyOf(group, values), { key, quiet: true })
        : api.put(`${CONFIG}${item.id}/`, changeOf(item, values), { key, quiet: true }),
    )
    if (done) {
      await client.invalidateQueries({ queryKey: ['config'] })
      toast('success', t('common.saved'))
    }
    return done
  }
  return (
    <FormPanel
      title={`${item === null ? t('config.create') : item.key} · ${t(`config.groups.${group}`)}`}
      prefix={prefix}
      fields={shown}
      labels={(name) => t(`config.fields.${name as Under<'config.fields'>}`)}
      form={form}
      submitText={t('common.save')}
      before={item === null ? <p>{t('config.keyHelp')}</p> : null}
      onSubmit={save}
      onClose={onClose}
    />
  )
}

const definitionOf = (group: string, values: FormData) => ({
  group,
  title: values.title,
  titleEn: values.titleEn,
  options: values.options ?? null,
  rule: Object.fromEntries(
    ruleNames.flatMap((name) => (values[name] === null || values[name] === undefined ? [] : [[name, values[name]]])),
  ),
  placeholder: values.placeholder ?? '',
  sort: values.sort,
  public: values.public,
})

const changeOf = ({ group, version }: ConfigItem, values: FormData) => ({ ...definitionOf(group, values), version })

function bodyOf(group: string, values: FormData) {
  const type = Number(values.type)
  return {
    ...definitionOf(group, values),
    key: values.key,
    type,
    secret: values.secret ?? false,
    secretValue: emptyValue(type, typeof values.min === 'number' ? values.min : 0),
  }
}
