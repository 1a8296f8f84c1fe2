import { FormGroup } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { call } from '#src/client/platform/http/transport.ts'
import { useLanguage, useT } from '#src/client/platform/i18n/index.ts'
import '#src/client/platform/theme/rest.ts'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'

/** A department as the registration form offers it, parents before children. */
interface Offered {
  readonly id: number
  readonly name: string
  readonly nameEn: string
  readonly parent: number | null
}

/** How deep a department lies below the top. */
function depthOf(departments: readonly Offered[], department: Offered): number {
  const parent = departments.find(({ id }) => id === department.parent)
  return parent === undefined ? 0 : depthOf(departments, parent) + 1
}

/** The tree of departments as a list whose indentation shows it; the browser's own control works with every keyboard and reader. */
export function DepartmentField({
  value,
  onChange,
  problem,
}: {
  /** 0: none. */
  readonly value: number
  readonly onChange: (id: number) => void
  readonly problem: string | null
}) {
  const t = useT()
  const language = useLanguage()
  const { data: departments = [] } = useQuery({
    queryKey: ['login', 'departments'],
    queryFn: async ({ signal }) =>
      (await call('get', '/api/register/departments/', { signal })).data as readonly Offered[],
  })
  const nameOf = ({ name, nameEn }: Offered): string => (language === 'en' && nameEn !== '' ? nameEn : name)
  return (
    <FormGroup
      label={t('login.department')}
      labelFor="department"
      intent={problem === null ? 'none' : 'danger'}
      helperText={problem === null ? null : <span id="department-note">{problem}</span>}
    >
      <SelectBox
        id="department"
        fill
        large
        value={value}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'department-note'}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      >
        <option value={0}>{t('login.chooseDepartment')}</option>
        {departments.map((department) => (
          <option key={department.id} value={department.id}>
            {'\u2003'.repeat(depthOf(departments, department)) + nameOf(department)}
          </option>
        ))}
      </SelectBox>
    </FormGroup>
  )
}
