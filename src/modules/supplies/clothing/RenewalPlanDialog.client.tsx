import { Button, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { visibleLength } from '#machines/ticket/engine/visibleText.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { Sheet } from '#src/client/records/list/Sheet.tsx'
import type { RenewalPlan } from './clothing.types.ts'

/** 生成换发计划: drafts for what is due, by department, and what became of it. */
export function RenewalPlanDialog({ deptId, onClose }: { readonly deptId: number; readonly onClose: () => void }) {
  const t = useT()
  const client = useQueryClient()
  const [season, setSeason] = useState('')
  const [isWhole, setWhole] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [plan, setPlan] = useState<RenewalPlan | null>(null)
  const create = async (): Promise<void> => {
    setBusy(true)
    try {
      setPlan(await api.post('/api/clothing/renewal/', { season, deptIds: isWhole ? [] : [deptId] }, { key: newKey() }))
      await client.invalidateQueries({ queryKey: ['clothingIssue'] })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      title={t('clothing.matrix.planTitle')}
      shape="dialog"
      onClose={onClose}
      footer={
        plan === null ? (
          <Button
            intent="primary"
            text={t('clothing.matrix.create')}
            loading={isBusy}
            disabled={visibleLength(season) < 5}
            onClick={() => ignoreApiError(create())}
          />
        ) : (
          <Button intent="primary" text={t('common.close')} onClick={onClose} />
        )
      }
    >
      {plan === null ? (
        <>
          <p>{t('clothing.matrix.planText')}</p>
          <FormGroup label={t('clothing.matrix.season')} labelFor="clothing-season">
            <InputGroup
              id="clothing-season"
              value={season}
              maxLength={100}
              placeholder={t('clothing.matrix.seasonHint')}
              onValueChange={setSeason}
            />
          </FormGroup>
          <RadioGroup
            name="clothing-whole"
            label={t('clothing.matrix.dept')}
            selectedValue={isWhole ? 'whole' : 'one'}
            onChange={(event) => setWhole(event.currentTarget.value === 'whole')}
          >
            <Radio value="whole" label={t('clothing.matrix.whole')} />
            <Radio value="one" label={t('clothing.matrix.onlyThis')} />
          </RadioGroup>
        </>
      ) : plan.drafts.length === 0 && plan.skipped.length === 0 ? (
        <p>{t('clothing.matrix.nothing')}</p>
      ) : (
        <>
          <p>{t('clothing.matrix.created', [plan.drafts.length])}</p>
          <ul>
            {plan.drafts.map(({ id, no, dept, people, pieces }) => (
              <li key={id}>{t('clothing.matrix.draft', [no, dept, people, pieces])}</li>
            ))}
          </ul>
          {plan.skipped.length === 0 ? null : <p>{t('clothing.matrix.skipped', [plan.skipped.join(', ')])}</p>}
        </>
      )}
    </Sheet>
  )
}
