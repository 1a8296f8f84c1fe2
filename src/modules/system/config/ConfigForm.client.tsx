import { Button, Callout, Tag } from '@blueprintjs/core'
import { HistoryIcon } from '@blueprintjs/icons'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { FormFields } from '#src/client/components/forms/FormFields.tsx'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { RefusalNote } from '#src/client/components/forms/RefusalNote.tsx'
import { UnreachedNote } from '#src/client/components/forms/UnreachedNote.tsx'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { confirmDelete, MenuButton, toast } from '#src/client/components/ui/index.ts'
import { PasswordField } from '#src/client/pages/login/fields/PasswordField.tsx'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMayCheck } from '#src/client/platform/session/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import type { Fields, FormData } from '#src/fields/field.ts'
import { ConfigHistory } from './ConfigHistory.client.tsx'
import { CustomItemDialog } from './CustomItemDialog.client.tsx'
import { fieldsOf, formOf, storedOf } from './config.ts'
import type { ConfigItem } from './config.types.ts'
import { CONFIG, useTitleOf } from './config-items.client.tsx'
import { isInForce } from './in-force.ts'

/** The items of one tab as a form: one save for all of them, since values are compared with each other (SYS-71). */
export function ConfigForm({ items }: { readonly items: readonly ConfigItem[] }) {
  const t = useT()
  const may = useMayCheck()
  const client = useQueryClient()
  const prefix = `${useId()}-`
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
    let answer = { changed: 0, proposed: 0 }
    const done = await form.submit(async (values, key) => {
      answer = await api.put(
        CONFIG,
        {
          items: open.map((item) => ({ id: item.id, version: item.version, value: storedOf(item, values) })),
          secrets: typed.map((item) => ({ id: item.id, version: item.version, value: secrets[item.id] })),
        },
        { key, quiet: true },
      )
    })
    if (!done) return
    await client.invalidateQueries({ queryKey: ['config'] })
    await client.invalidateQueries({ queryKey: ['proposal'] })
    const { changed, proposed } = answer
    if (proposed > 0) toast('success', t('proposals.proposed'))
    if (changed > 0 || proposed === 0)
      toast('success', changed === 0 ? t('config.nothing') : t('config.saved', [changed]))
  }
  return (
    <form noValidate className="config-form" onSubmit={(event) => void save(event)}>
      {form.state.conflict ? (
        <Callout intent="danger" role="alert" className="form-notice">
          {t('records.form.conflict')}
        </Callout>
      ) : null}
      {items.map((item) => (
        <section key={item.id} className="config-item">
          <ItemHead item={item} onHistory={() => setHistory(item)} onEdit={() => setEdited(item)} />
          {isInForce(item.key) ? null : <p className="config-seats">{t('config.notInForce')}</p>}
          {item.seats.length === 0 ? null : (
            <p className="config-seats">
              {t('config.confirmedBy', [
                item.seats.map((seat) => t(`proposals.seat.${seat}`)).join(t('common.listSeparator')),
              ])}
            </p>
          )}
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
          <UnreachedNote state={form.state} />
          <RefusalNote prefix={prefix} order={Object.keys(fields)} labels={labels} problems={form.state.problems} />
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
      {edited === null ? null : <CustomItemDialog group={edited.group} item={edited} onClose={() => setEdited(null)} />}
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
  const actions = [
    item.custom && may('config:Update') ? { text: t('common.edit'), onClick: onEdit } : null,
    item.custom && may('config:Delete')
      ? { text: t('common.remove'), intent: 'danger' as const, onClick: () => ignoreApiError(remove()) }
      : null,
  ].filter((action) => action !== null)
  return (
    <header>
      <h3>{title}</h3>
      <code>{item.key}</code>
      {item.custom ? (
        <Tag minimal round>
          {t('config.customs')}
        </Tag>
      ) : null}
      {isInForce(item.key) ? null : (
        <Tag minimal round>
          {t('config.waits')}
        </Tag>
      )}
      <span className="config-space" />
      <Button
        variant="minimal"
        size="small"
        icon={<HistoryIcon />}
        aria-label={t('config.historyOf', [title])}
        title={t('config.history')}
        onClick={onHistory}
      />
      {actions.length === 0 ? null : <MenuButton label={`${title}: ${t('common.more')}`} items={actions} />}
    </header>
  )
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
