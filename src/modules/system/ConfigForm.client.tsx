import { Button, Callout, Tag } from '@blueprintjs/core'
import { HistoryIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { FormFields } from '#src/client/forms/FormFields.tsx'
import { looseProblems } from '#src/client/forms/form.ts'
import { told } from '#src/client/forms/told.ts'
import { useForm } from '#src/client/forms/useForm.ts'
import { api, newKey } from '#src/client/http.ts'
import { useLanguage, useT } from '#src/client/i18n/index.ts'
import { PasswordField } from '#src/client/login/PasswordField.tsx'
import { BusyButton } from '#src/client/records/BusyButton.tsx'
import { useMayCheck, useProblemText } from '#src/client/session/index.ts'
import { confirmDelete, MenuButton, toast } from '#src/client/ui/index.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { ConfigHistory } from './ConfigHistory.client.tsx'
import { CustomItemDialog } from './CustomItemDialog.client.tsx'
import { fieldsOf, formOf, storedOf } from './config.ts'
import { CONFIG, type ConfigGroup, type ConfigItem } from './config-items.client.tsx'

/** The items of one tab as a form: one save for all of them, since values are compared with each other (SYS-71). */
export function ConfigForm({ items }: { readonly items: readonly ConfigItem[] }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const problemText = useProblemText()
  const open = useMemo(() => items.filter((item) => !item.secret), [items])
  const hidden = items.filter((item) => item.secret)
  const fields = useMemo<Fields>(() => Object.assign({}, ...open.map(fieldsOf)), [open])
  const initial = useMemo<FormData>(() => Object.assign({}, ...open.map((item) => formOf(item, item.value))), [open])
  const [secrets, setSecrets] = useState<Readonly<Record<number, string>>>({})
  const [edited, setEdited] = useState<ConfigItem | null>(null)
  const [history, setHistory] = useState<ConfigItem | null>(null)
  const form = useForm({ prefix, fields, initial })
  const labels = useLabels(open)
  const mayUpdate = may('config:Update')
  const typed = hidden.filter((item) => (secrets[item.id] ?? '') !== '')
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    let changed = 0
    const done = await form.submit(async (values, key) => {
      const answer = await api.put<{ changed: number }>(
        CONFIG,
        {
          items: open.map((item) => ({ id: item.id, version: item.version, value: storedOf(item, values) })),
          secrets: typed.map((item) => ({ id: item.id, version: item.version, value: secrets[item.id] })),
        },
        { key, quiet: true },
      )
      changed = answer.changed
    })
    if (!done) return
    await client.invalidateQueries({ queryKey: ['config'] })
    toast('success', changed === 0 ? t('config.nothing') : t('config.saved', [changed]))
  }
  const loose = looseProblems(form.state.problems, Object.keys(fields))
  return (
    <form noValidate className="config-form" onSubmit={(event) => void save(event)}>
      {loose.length === 0 && !form.state.conflict ? null : (
        <Callout intent="danger" role="alert" className="form-notice">
          {form.state.conflict ? t('records.form.conflict') : null}
          {loose.map((problem) => (typeof problem === 'string' ? problem : problemText(problem))).join(' ')}
        </Callout>
      )}
      {items.map((item) => (
        <section key={item.id} className="config-item">
          <ItemHead item={item} onHistory={() => setHistory(item)} onEdit={() => setEdited(item)} />
          {item.secret ? (
            <PasswordField
              label={t('config.value')}
              help={t(item.isSet ? 'config.secretSet' : 'config.secretUnset')}
              value={secrets[item.id] ?? ''}
              autoComplete="new-password"
              onChange={(text) => setSecrets({ ...secrets, [item.id]: text })}
            />
          ) : (
            <FormFields
              prefix={prefix}
              fields={fieldsOf(item)}
              labels={labels}
              values={form.state.values}
              onChange={form.change}
              problems={form.state.problems}
              disabled={form.state.saving}
              {...(mayUpdate ? {} : { permissions: {} })}
            />
          )}
        </section>
      ))}
      {mayUpdate ? (
        <footer className="config-foot">
          <Button
            text={t('config.reset')}
            disabled={!form.isDirty && typed.length === 0}
            onClick={() => {
              form.load(initial)
              setSecrets({})
            }}
          />
          <BusyButton type="submit" intent="primary" text={t('config.save')} isBusy={form.state.saving} />
        </footer>
      ) : null}
      {history === null ? null : <ConfigHistory item={history} onClose={() => setHistory(null)} />}
      {edited === null ? null : (
        <CustomItemDialog group={edited.group as ConfigGroup} item={edited} onClose={() => setEdited(null)} />
      )}
    </form>
  )
}

function ItemHead({
  item,
  onHistory,
  onEdit,
}: {
  readonly item: ConfigItem
  readonly onHistory: () => void
  readonly onEdit: () => void
}) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const title = useTitleOf()(item)
  const remove = async (): Promise<void> => {
    if (!(await confirmDelete(title))) return
    await api.delete(`${CONFIG}${item.id}/`, { id: item.id }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['config'] })
    toast('success', t('common.removed'))
  }
  const deeds = [
    item.custom && may('config:Update') ? { text: t('common.edit'), onClick: onEdit } : null,
    item.custom && may('config:Delete')
      ? { text: t('common.remove'), intent: 'danger' as const, onClick: () => told(remove()) }
      : null,
  ].filter((deed) => deed !== null)
  return (
    <header>
      <h3>{title}</h3>
      <code>{item.key}</code>
      {item.custom ? (
        <Tag minimal round>
          {t('config.customs')}
        </Tag>
      ) : null}
      <span className="config-space" />
      <Button
        variant="minimal"
        size="small"
        icon={<HistoryIcon />}
        aria-label={t('config.historyOf', [title])}
        title={t('config.history')}
        onClick={onHistory}
      />
      {deeds.length === 0 ? null : <MenuButton label={`${title}: ${t('common.more')}`} items={deeds} />}
    </header>
  )
}

/** What an item is called in the reader's language. */
export function useTitleOf(): (item: Pick<ConfigItem, 'title' | 'titleEn'>) => string {
  const language = useLanguage()
  return ({ title, titleEn }) => (language === 'en' ? titleEn : title)
}

/** Labels by form field: an item's own title, or that of its part. */
function useLabels(items: readonly ConfigItem[]): (path: string) => string {
  const t = useT()
  const titleOf = useTitleOf()
  const labels = new Map<string, string>()
  for (const item of items) {
    const names = Object.keys(fieldsOf(item))
    for (const [index, name] of names.entries()) {
      const part = item.rule.parts?.[index]
      labels.set(name, part ? titleOf(part) : titleOf(item))
      for (const column of item.rule.columns ?? []) labels.set(`${name}.${column.name}`, titleOf(column))
      labels.set(`${name}.value`, t('config.listValue'))
    }
  }
  return (path) => labels.get(path) ?? path
}
