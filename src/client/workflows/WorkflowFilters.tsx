import { Button } from '@blueprintjs/core'
import { ResetIcon } from '@blueprintjs/icons'
import { useId } from 'react'
import { DebouncedInput } from '#src/client/components/forms/inputs/DebouncedInput.tsx'
import { searchGlass } from '#src/client/components/ui/icons/searchGlass.tsx'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDictionary } from '#src/client/platform/session/index.ts'

interface FilterProps {
  readonly values: Readonly<Record<string, string | null>>
  readonly onChange: (values: Readonly<Record<string, string>>) => void
}

/** The keyword of a list. */
export function KeywordBox({ values, onChange }: FilterProps) {
  const t = useT()
  return (
    <div className="list-search">
      <DebouncedInput
        type="search"
        aria-label={t('common.search')}
        placeholder={t('records.list.search')}
        leftIcon={searchGlass}
        maxLength={50}
        value={values.search ?? ''}
        onValueChange={(search) => onChange({ search })}
      />
    </div>
  )
}

/** Keyword, group and status (20.9). */
export function WorkflowFilters({ values, onChange }: FilterProps) {
  const t = useT()
  return (
    <search className="list-filters" aria-label={t('records.list.filters')}>
      <div className="list-filters-bar">
        <KeywordBox values={values} onChange={onChange} />
        <DictionarySelect name="group" dictionary="ticketGroup" values={values} onChange={onChange} />
        <DictionarySelect
          name="status"
          dictionary="workflowStatus"
          without={['history']}
          values={values}
          onChange={onChange}
        />
        <Button
          variant="minimal"
          icon={<ResetIcon />}
          text={t('common.reset')}
          disabled={Object.keys(values).length === 0}
          onClick={() => onChange(Object.fromEntries(Object.keys(values).map((name) => [name, ''])))}
        />
      </div>
    </search>
  )
}

interface SelectProps extends FilterProps {
  readonly name: 'group' | 'status' | 'kind' | 'participantType'
  readonly dictionary: string
  readonly without?: readonly string[]
}

/** A filter by the words of a dictionary. */
export function DictionarySelect({ name, dictionary, without = [], values, onChange }: SelectProps) {
  const t = useT()
  const id = useId()
  const entries = useDictionary(dictionary)
  return (
    <label className="workflow-filter" htmlFor={id}>
      <span>{t(`workflows.${name}`)}</span>
      <SelectBox
        id={id}
        value={values[name] ?? ''}
        options={[
          { value: '', label: t('common.all') },
          ...entries
            .map(({ value, label }) => ({ value: String(value), label }))
            .filter(({ value }) => !without.includes(value)),
        ]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </label>
  )
}
