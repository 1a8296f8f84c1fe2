import { Checkbox, FormGroup, InputGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { browserTime } from '#src/client/components/forms/given.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { ChosenList } from '#src/client/components/forms/inputs/ChosenList.tsx'
import { Combobox } from '#src/client/components/forms/inputs/Combobox.tsx'
import { DayInput } from '#src/client/components/forms/inputs/DayInput.tsx'
import { departmentSource, type Option } from '#src/client/components/forms/inputs/options.ts'
import { toast } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { BusyButton } from '#src/client/records/form/BusyButton.tsx'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { SurveyItem } from './survey.types.ts'

interface Props {
  readonly items: readonly SurveyItem[]
  readonly onClose: () => void
  readonly onStarted: (id: number) => void
}

/** What a new survey asks for, of whom, until when. */
export function NewSurveyDialog({ items, onClose, onStarted }: Props) {
  const t = useT()
  const client = useQueryClient()
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [departments, setDepartments] = useState<readonly Option[]>([])
  const [dueDate, setDueDate] = useState('')
  const [isBusy, setBusy] = useState(false)
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      const body = { name: name.trim(), itemIds: chosen, deptIds: departments.map(({ id }) => id), dueDate }
      const { id } = await api.post('/api/clothing/survey/', body, { key: newKey() })
      await client.invalidateQueries({ queryKey: ['clothingIssue'] })
      toast('success', t('survey.started'))
      onStarted(id)
    } finally {
      setBusy(false)
    }
  }
  const isReady = visibleLength(name) >= 4 && chosen.length > 0 && /^\d{4}-\d{2}-\d{2}$/.test(dueDate)
  return (
    <Sheet
      title={t('survey.start')}
      shape="dialog"
      onClose={onClose}
      footer={
        <BusyButton
          intent="primary"
          text={t('survey.begin')}
          isBusy={isBusy}
          disabled={!isReady}
          onClick={() => ignoreApiError(start())}
        />
      }
    >
      <p className="survey-hint">{t('survey.startText')}</p>
      <FormGroup label={t('survey.name')} labelFor="survey-name">
        <InputGroup
          id="survey-name"
          value={name}
          maxLength={60}
          placeholder={t('survey.nameHint')}
          onValueChange={setName}
        />
      </FormGroup>
      <fieldset className="survey-items">
        <legend>{t('survey.items')}</legend>
        {items.map((item) => (
          <Checkbox
            key={item.id}
            label={item.name}
            checked={chosen.includes(item.id)}
            onChange={(event) => {
              const isChosen = event.currentTarget.checked
              setChosen((now) => (isChosen ? [...now, item.id] : now.filter((id) => id !== item.id)))
            }}
          />
        ))}
      </fieldset>
      <FormGroup label={t('survey.due')} labelFor="survey-due">
        <DayInput
          id="survey-due"
          label={t('survey.due')}
          value={dueDate}
          min={browserTime().today}
          onChange={setDueDate}
        />
      </FormGroup>
      <FormGroup label={t('survey.departments')} labelFor="survey-depts">
        <ChosenList
          label={t('survey.departments')}
          chosen={departments.map(({ id, label }) => ({ key: id, label }))}
          disabled={false}
          onRemove={(id) => setDepartments((now) => now.filter((one) => one.id !== id))}
        />
        <Combobox
          id="survey-depts"
          label={t('survey.departments')}
          source={departmentSource}
          selected={null}
          without={departments.map(({ id }) => id)}
          placeholder={t('survey.allDepartments')}
          onSelect={(option) => {
            if (option !== null) setDepartments((now) => [...now, option])
          }}
        />
      </FormGroup>
    </Sheet>
  )
}
