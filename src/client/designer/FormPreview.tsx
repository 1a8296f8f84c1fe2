import '../tickets/apply/apply.css'
import { Button, SegmentedControl } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import type { FieldPermission } from '#machines/ticket/definition/definition.ts'
import { isGateway } from '#machines/ticket/definition/definition.ts'
import type { FormProblems } from '#src/client/components/forms/form.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useFormulas } from '#src/client/tickets/apply/useFormulas.ts'
import { TicketForm } from '#src/client/tickets/detail/TicketForm.tsx'
import { formFieldsOf, startPermissions } from '#src/define/application.ts'
import { formRules } from '#src/define/forms/formRules.ts'
import type { FormData } from '#src/fields/field.ts'
import { checkForm, initialValues, writableFields } from '#src/fields/form.ts'
import { useDesigner } from './context.ts'
import { ChoiceBox } from './parts.tsx'

/** Facts of the applicant: a preview has none. */
const NO_APPLICANT = {}
const START = 'start'

/** The form as it will be filled in, alive: with test values, as the applicant or in a step, wide or on a phone. */
export function FormPreview() {
  const t = useT()
  const { design, stateName } = useDesigner()
  const { form, definition } = design
  const [place, setPlace] = useState(START)
  const [isPhone, setIsPhone] = useState(false)
  const [written, setWritten] = useState<FormData>({})
  const [problems, setProblems] = useState<FormProblems>({})
  const fields = useMemo(() => formFieldsOf(form), [form])
  const values = useMemo(
    (): FormData => ({ ...initialValues(fields, browserTime()), mobile: null, ...written }),
    [fields, written],
  )
  const unheld = useFormulas(form, NO_APPLICANT, values, (computed) =>
    setWritten((before) => ({ ...before, ...computed })),
  )

  const states = definition.states.filter((state) => !isGateway(state) && state.kind !== 'sub')
  const state = states.find(({ key }) => key === place)
  const permissions: Readonly<Record<string, FieldPermission>> = {
    ...(state === undefined
      ? startPermissions(form, definition)
      : { ...Object.fromEntries(Object.keys(fields).map((name) => [name, 'read'])), ...state.fields }),
    // Files are not uploaded for a trial.
    attachments: 'hidden',
  }
  const check = (): void => {
    const rules = formRules(form, NO_APPLICANT, values)
    const own = writableFields(fields, permissions)
    const input = Object.fromEntries(Object.keys(own).map((name) => [name, values[name] ?? null]))
    const found = checkForm(own, input, browserTime(), rules).problems
    setProblems({ ...unheld, ...found })
  }
  return (
    <section className="form-preview" aria-label={t('designer.preview.title')}>
      <header>
        <h2>{t('designer.preview.title')}</h2>
        <ChoiceBox
          isBare
          label={t('designer.preview.place')}
          value={state === undefined ? START : place}
          options={[
            { value: START, label: t('designer.preview.applicant') },
            ...states.map(({ key }) => ({ value: key, label: stateName(key) })),
          ]}
          onChange={(next) => {
            setPlace(next)
            setProblems({})
          }}
        />
        <SegmentedControl
          size="small"
          value={isPhone ? 'phone' : 'desktop'}
          options={[
            { value: 'desktop', label: t('designer.preview.desktop') },
            { value: 'phone', label: t('designer.preview.phone') },
          ]}
          onValueChange={(next) => setIsPhone(next === 'phone')}
        />
      </header>
      <div className={isPhone ? 'form-preview-screen is-phone' : 'form-preview-screen'}>
        <TicketForm
          prefix="preview-"
          type={definition.key}
          form={form}
          values={values}
          permissions={permissions}
          applicant={NO_APPLICANT}
          problems={{ ...unheld, ...problems }}
          onChange={(name, value) => {
            setWritten((before) => ({ ...before, [name]: value }))
            setProblems(({ [name]: _mended, ...others }) => others)
          }}
        />
      </div>
      <footer>
        <Button text={t('designer.preview.check')} onClick={check} />
        <Button
          variant="minimal"
          text={t('designer.preview.clear')}
          onClick={() => {
            setWritten({})
            setProblems({})
          }}
        />
        <span role="status">
          {Object.keys(problems).length === 0 ? '' : t('designer.preview.refused', [Object.keys(problems).length])}
        </span>
      </footer>
    </section>
  )
}
