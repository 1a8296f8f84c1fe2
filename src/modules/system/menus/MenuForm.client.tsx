import { Button, Classes, FormGroup, SegmentedControl } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useMemo } from 'react'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useForm } from '#src/client/components/forms/useForm.ts'
import { iconNames } from '#src/client/components/ui/icons/namedIcons.tsx'
import { NamedIcon, toast } from '#src/client/components/ui/index.ts'
import { PopoverNext } from '#src/client/components/ui/popups/popover.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { addressOf } from '#src/client/records/address.ts'
import { FormPanel } from '#src/client/records/form/FormPanel.tsx'
import type { Fields, FormData } from '#src/fields/field.ts'
import { initialValues } from '#src/fields/form.ts'
import { menu } from './menu.ts'
import { useMenuTargets } from './menu-calls.client.tsx'
import { kindOfMenu, type MenuKind, type MenuLineRow } from './menu-tree.ts'

const all: Fields = menu.fields
const written = Object.fromEntries(Object.entries(all).filter(([, field]) => field.computed !== true))
/** What each kind of menu is asked for; kind, icon and target page have parts of their own. */
const fieldsOf: Readonly<Record<MenuKind, readonly string[]>> = {
  catalog: ['title', 'titleEn', 'parent', 'sort', 'visible', 'state'],
  page: ['title', 'titleEn', 'web_path', 'parent', 'sort', 'visible', 'cache', 'is_affix', 'state'],
  link: ['title', 'titleEn', 'link_url', 'parent', 'sort', 'visible', 'state'],
  frame: ['title', 'titleEn', 'link_url', 'web_path', 'parent', 'sort', 'visible', 'cache', 'is_affix', 'state'],
}

interface Props {
  /** null for a new one. */
  readonly row: MenuLineRow | null
  readonly parent: number | null
  readonly onClose: () => void
}

/** The form of a menu: first what it is, then what that needs (SYS-41). */
export function MenuForm({ row, parent, onClose }: Props) {
  const t = useT()
  const client = useQueryClient()
  const prefix = `${useId()}-`
  const initial = useMemo<FormData>(() => {
    const start = initialValues(written, browserTime())
    if (row === null) return { ...start, parent, component: null, icon: 'document' }
    return Object.fromEntries(Object.keys(written).map((name) => [name, (row[name] ?? null) as FormData[string]]))
  }, [row, parent])
  const kindIn = (values: FormData): MenuKind =>
    values.kind === undefined ? (row === null ? 'page' : kindOfMenu(row)) : (values.kind as MenuKind)
  const form = useForm({ prefix, fields: written, initial, isStored: row !== null })
  const kind = kindIn(form.state.values)
  const fields = Object.fromEntries(
    fieldsOf[kind].flatMap((name) => {
      const known = all[name]
      if (known === undefined) return []
      // What is not a catalogue is asked for by its kind here.
      const { visibleWhen: _visibleWhen, ...field } = known
      const isNeeded = (name === 'web_path' && kind !== 'link') || name === 'link_url'
      const isFixed = row?.builtIn === true && ['web_path', 'link_url'].includes(name)
      return [[name, { ...field, ...(isNeeded && { required: true }), ...(isFixed && { computed: true }) }]]
    }),
  ) as Fields

  const setKind = (next: MenuKind): void => {
    form.change('kind', next)
    form.change('is_catalog', next === 'catalog')
    form.change('is_iframe', next === 'frame')
    if (next !== 'page') form.change('component', null)
    if (next === 'page' || next === 'catalog') form.change('link_url', null)
  }
  const save = (): Promise<boolean> =>
    form
      .submit(({ kind: _kind, ...values }, key) =>
        row === null
          ? api.post(addressOf(menu), values, { key, quiet: true })
          : api.put(`${addressOf(menu)}${row.id}/`, { ...values, version: row.version }, { key, quiet: true }),
      )
      .then((saved) => {
        if (!saved) return false
        void client.invalidateQueries({ queryKey: ['menu'] })
        toast('success', t('common.saved'))
        return true
      })
  return (
    <FormPanel
      title={
        row === null ? t('records.form.create', [t('records.menu.title')]) : t('records.form.edit', [String(row.title)])
      }
      prefix={prefix}
      fields={fields}
      labels={(name) => t(`records.menu.fields.${name}`)}
      form={form}
      row={row}
      submitText={t('common.save')}
      before={
        <div className="menu-form-head">
          <FormGroup label={t('menu.kind')}>
            <SegmentedControl
              fill
              value={kind}
              disabled={row?.builtIn === true}
              options={(['page', 'frame', 'link', 'catalog'] as const).map((value) => ({
                value,
                label: t(`menu.kinds.${value}`),
              }))}
              onValueChange={(value) => setKind(value as MenuKind)}
            />
          </FormGroup>
          {kind === 'page' ? (
            <TargetPicker
              id={`${prefix}component`}
              value={String(form.state.values.component ?? '')}
              isFixed={row?.builtIn === true}
              isInvalid={form.state.problems.component !== undefined}
              onChange={(path) => form.change('component', path)}
            />
          ) : null}
          <IconPicker
            id={`${prefix}icon`}
            value={String(form.state.values.icon ?? '')}
            onChange={(icon) => form.change('icon', icon)}
          />
        </div>
      }
      onSubmit={save}
      onClose={onClose}
    />
  )
}

interface PickerProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string | null) => void
}

/** Any page of the product (specification, point 2). */
function TargetPicker({
  id,
  value,
  isFixed,
  isInvalid,
  onChange,
}: PickerProps & { readonly isFixed: boolean; readonly isInvalid: boolean }) {
  const t = useT()
  const { data: targets = [] } = useMenuTargets()
  return (
    <FormGroup label={t('records.menu.fields.component')} labelFor={id} intent={isInvalid ? 'danger' : 'none'}>
      <SelectBox
        id={id}
        fill
        value={value}
        disabled={isFixed}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        <option value="">{t('menu.choosePage')}</option>
        {targets.map(({ path, title }) => (
          <option key={path} value={path}>
            {`${title} · ${path}`}
          </option>
        ))}
      </SelectBox>
    </FormGroup>
  )
}

function IconPicker({ id, value, onChange }: PickerProps) {
  const t = useT()
  return (
    <FormGroup label={t('records.menu.fields.icon')} labelFor={id}>
      <PopoverNext
        placement="bottom-start"
        arrow={false}
        animation="minimal"
        content={
          <fieldset className="icon-grid" aria-label={t('menu.chooseIcon')}>
            {iconNames.map((name) => (
              <Button
                key={name}
                className={Classes.POPOVER_DISMISS}
                variant={name === value ? 'solid' : 'minimal'}
                icon={<NamedIcon name={name} />}
                aria-label={name}
                aria-pressed={name === value}
                title={name}
                onClick={() => onChange(name)}
              />
            ))}
          </fieldset>
        }
      >
        <Button
          id={id}
          variant="outlined"
          icon={<NamedIcon name={value || null} />}
          text={value || t('menu.noIcon')}
          aria-haspopup="true"
        />
      </PopoverNext>
    </FormGroup>
  )
}
