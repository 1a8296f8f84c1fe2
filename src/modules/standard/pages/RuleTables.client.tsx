import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { EmptyState, MoneyText, NoValue, StateChip } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { NamedRule, RuleChange } from '../standard.types.ts'
import { type RuleWords, useRuleWords } from './useRuleWords.client.tsx'

const aspects = ['target', 'quantity', 'unitCap', 'life', 'docNo', 'period'] as const
type Aspect = (typeof aspects)[number]

/** One aspect of a standard as text; empty where it says nothing. */
function textOf(rule: NamedRule | null, aspect: Aspect, words: RuleWords, period: (rule: NamedRule) => string): string {
  if (rule === null) return ''
  if (aspect === 'target') return words.target(rule, rule.deptName ?? '')
  if (aspect === 'quantity') return words.quantity(rule, rule.unit)
  if (aspect === 'life') return words.life(rule)
  if (aspect === 'unitCap') return rule.unitCap ?? ''
  return aspect === 'docNo' ? rule.docNo : period(rule)
}

function usePeriod(): (rule: NamedRule) => string {
  const t = useT()
  return ({ effectiveFrom, effectiveTo }) =>
    effectiveTo === null
      ? t('standard.version.openEnd', [effectiveFrom])
      : t('standard.version.period2', [effectiveFrom, effectiveTo])
}

interface Difference {
  readonly key: string
  readonly change: RuleChange
  readonly aspect: Aspect
  readonly was: string
  readonly is: string
  readonly isFirst: boolean
}

const Shown = ({ aspect, text }: { readonly aspect: Aspect; readonly text: string }) =>
  text === '' ? <NoValue /> : aspect === 'unitCap' ? <MoneyText value={text} /> : text

/** Each standard that changed, aspect by aspect against the former version. */
export function RuleChanges({ changes }: { readonly changes: readonly RuleChange[] }) {
  const t = useT()
  const words = useRuleWords()
  const period = usePeriod()
  const rows = changes.flatMap((change): Difference[] => {
    const differing = aspects.flatMap((aspect) => {
      const [was, is] = [
        textOf(change.before, aspect, words, period),
        change.change === 'ended' && aspect !== 'period' ? '' : textOf(change.after, aspect, words, period),
      ]
      const isShown = change.change === 'ended' ? aspect === 'period' || aspect === 'quantity' : was !== is
      return isShown ? [{ aspect, was, is }] : []
    })
    return differing.map((one, index) => ({
      ...one,
      change,
      key: `${(change.after ?? change.before)?.id}.${one.aspect}`,
      isFirst: index === 0,
    }))
  })
  if (rows.length === 0) return <EmptyState title={t('standard.version.noRules')} />
  return (
    <DataTable
      className="standard-table"
      look={{ compact: true }}
      region={{ className: 'standard-scroll', label: t('standard.version.rules') }}
      rows={rows}
      keyOf={({ key }) => key}
      rowClass={({ isFirst }) => (isFirst ? 'is-group' : undefined)}
      columns={[
        {
          name: 'rule',
          head: t('records.standardVersion.fields.rule'),
          isRowHead: true,
          cell: ({ change, isFirst }) =>
            isFirst ? (
              <>
                {(change.after ?? change.before)?.itemName}{' '}
                <span className="standard-soft">{(change.after ?? change.before)?.no}</span>{' '}
                <StateChip dictionary="standardChange" value={change.change} />
              </>
            ) : null,
        },
        {
          name: 'aspect',
          head: t('standard.version.aspect'),
          cell: ({ aspect }) => t(`standard.version.${aspect}`),
        },
        {
          name: 'was',
          head: t('standard.version.was'),
          cell: ({ aspect, was }) => <Shown aspect={aspect} text={was} />,
        },
        {
          name: 'is',
          head: t('standard.version.is'),
          cell: ({ aspect, is }) => (
            <strong>
              <Shown aspect={aspect} text={is} />
            </strong>
          ),
        },
      ]}
    />
  )
}

/** All that a version says, in words. */
export function RuleList({ rules }: { readonly rules: readonly NamedRule[] }) {
  const t = useT()
  const words = useRuleWords()
  const period = usePeriod()
  return (
    <DataTable
      className="standard-table"
      look={{ compact: true }}
      region={{ className: 'standard-scroll', label: t('standard.version.all') }}
      rows={rules}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'rule',
          head: t('records.standardVersion.fields.rule'),
          isRowHead: true,
          cell: ({ itemName, no }) => (
            <>
              {itemName} <span className="standard-soft">{no}</span>
            </>
          ),
        },
        ...aspects.map((aspect) => ({
          name: aspect,
          head: t(`standard.version.${aspect}`),
          isRight: aspect === 'unitCap',
          cell: (rule: NamedRule) => <Shown aspect={aspect} text={textOf(rule, aspect, words, period)} />,
        })),
      ]}
    />
  )
}
