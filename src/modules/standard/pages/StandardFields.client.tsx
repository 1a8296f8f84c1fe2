import { FormFields, type FormFieldsProps } from '#src/client/components/forms/FormFields.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import { codesOf } from '#src/fields/choices/choices.ts'
import type { Fields, FormData } from '#src/fields/field.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import { PIECE, roundPieces, tierShares } from '../entitlement/quantity.ts'
import { ruleOf } from '../entitlement/rule-of-row.ts'
import type { StandardRule } from '../entitlement/standard-rule.ts'
import { useRuleWords } from './useRuleWords.client.tsx'

const groups = {
  item: [
    'kind',
    'itemId',
    'targetType',
    'targetRank',
    'targetPost',
    'targetDeptId',
    'areaFrom',
    'areaTo',
    'personTypes',
    'gender',
  ],
  quantity: ['basis', 'rounding', 'maxQty', 'tiers'],
  limits: ['unitCap', 'clothingCycle', 'lifeYears', 'lifeUse', 'lifeUseUnit'],
  basis: ['docNo', 'effectiveFrom', 'effectiveTo', 'file', 'remark'],
} as const
const titles = ['item', 'quantity', 'limits', 'basis'] as const

const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

/** Only items of the kind are offered. */
const ofKind = (fields: Fields, kind: unknown): Fields =>
  fields.itemId?.kind === 'reference' && typeof kind === 'string'
    ? { ...fields, itemId: { ...fields.itemId, options: `/api/standards/item/of/${kind}/` } }
    : fields

/** The form of a standard: what belongs together under a heading, and below it how it reads. Other forms of the page as usual. */
export function StandardFields(props: FormFieldsProps) {
  const t = useT()
  if (props.fields.basis === undefined) return <FormFields {...props} />
  const fields = ofKind(props.fields, props.values.kind ?? props.facts?.kind)
  return (
    <>
      {titles.map((title) => (
        <fieldset key={title} className="standard-group">
          <legend>{t(`standard.form.${title}`)}</legend>
          <FormFields {...props} fields={only(fields, groups[title])} all={props.fields} />
        </fieldset>
      ))}
      <InWords values={props.values} />
    </>
  )
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const typesIn = (value: unknown): readonly string[] | null => {
  const codes = codesOf(value)
  return codes.length === 0 ? null : codes
}
const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The standard as it is written so far; null while what it gives is not written. */
function writtenRule(values: FormData): StandardRule | null {
  const basis = text(values.basis) as StandardRule['basis'] | null
  if (basis === null) return null
  const hasTiers = rowsOf(values.tiers).some(({ per, qty }) => typeof per === 'number' && per > 0 && Number(qty) >= 0)
  if (basis === 'tiers' ? !hasTiers : !/^\d+(\.\d{1,2})?$/.test(text(values.maxQty) ?? '')) return null
  return ruleOf({
    id: 0,
    standardNo: '',
    itemId: 0,
    targetType: (text(values.targetType) ?? 'all') as StandardRule['target']['type'],
    targetRank: text(values.targetRank),
    targetPost: text(values.targetPost),
    targetDeptId: figure(values.targetDeptId),
    areaFrom: text(values.areaFrom),
    areaTo: text(values.areaTo),
    personTypes: typesIn(values.personTypes),
    gender: text(values.gender),
    basis,
    maxQty: text(values.maxQty),
    tiers: rowsOf(values.tiers).filter(({ per }) => typeof per === 'number' && per > 0),
    rounding: (text(values.rounding) ?? 'ceil') as StandardRule['rounding'],
    unitCap: text(values.unitCap),
    lifeYears: figure(values.lifeYears),
    lifeUse: figure(values.lifeUse),
    lifeUseUnit: text(values.lifeUseUnit),
    clothingCycle: text(values.clothingCycle),
    docNo: '',
    effectiveFrom: '',
    effectiveTo: null,
    replacesId: null,
    state: 'draft',
  })
}

const SMALL_HEADCOUNTS = [1, 3, 5, 10, 20]
const LARGE_HEADCOUNTS = [10, 50, 100, 101, 150]

function examplesOf(rule: StandardRule): readonly (readonly [people: number, pieces: number])[] {
  if (rule.basis === 'tiers')
    return LARGE_HEADCOUNTS.map((people) => [
      people,
      roundPieces(
        tierShares(people, rule.tiers, rule.rounding).reduce((sum, { qty }) => sum + qty, 0),
        rule.rounding,
      ),
    ])
  if (rule.basis !== 'perPerson' && rule.basis !== 'perTen') return []
  const each = rule.basis === 'perTen' ? rule.qty / 10 : rule.qty
  if (each % PIECE === 0) return []
  return SMALL_HEADCOUNTS.map((people) => [people, roundPieces(Math.round(each * people * 1000) / 1000, rule.rounding)])
}

/** The standard as a sentence, with what it comes to for some headcounts where rounding decides. */
function InWords({ values }: { readonly values: FormData }) {
  const t = useT()
  const words = useRuleWords()
  const rule = writtenRule(values)
  return (
    <section className="standard-words" aria-label={t('standard.form.reads')} aria-live="polite">
      <h3>{t('standard.form.reads')}</h3>
      {rule === null ? (
        <p className="standard-soft">{t('standard.form.incomplete')}</p>
      ) : (
        <>
          <p>
            {[
              rule.target.type === 'dept' ? '' : words.target(rule, ''),
              words.quantity(rule, t('standard.words.piece')),
              words.life(rule),
            ]
              .filter((part) => part !== '')
              .join(t('standard.words.stop'))}
          </p>
          {examplesOf(rule).length === 0 ? null : (
            <p className="standard-soft">
              {t('standard.form.examples')}{' '}
              {examplesOf(rule).map(([people, pieces]) => (
                <span key={people} className="standard-example">
                  {t('standard.form.example', [people, pieces])}
                </span>
              ))}
            </p>
          )}
        </>
      )}
    </section>
  )
}
