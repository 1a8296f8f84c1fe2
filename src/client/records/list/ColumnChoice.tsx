import { Button, Checkbox, SegmentedControl } from '@blueprintjs/core'
import { ArrowDownIcon, ArrowUpIcon } from '@blueprintjs/icons'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { ColumnMenuProps } from './ColumnMenu.tsx'
import { type Density, moveColumn, toggleColumn, visibleColumns } from './columns.ts'

/** Which columns, in which order, how dense (LIST-STD); buttons instead of dragging, so that the keyboard can do it too. */
export default function ColumnChoice({ preferences, labels, onChange }: ColumnMenuProps) {
  const t = useT()
  const { order, hidden, density } = preferences
  const visible = visibleColumns(preferences)
  return (
    <div className="column-menu" role="dialog" aria-label={t('records.list.columns')}>
      <div className="column-menu-density">
        <span id="column-density">{t('records.list.density')}</span>
        <SegmentedControl
          size="small"
          options={[
            { value: 'comfortable', label: t('records.list.comfortable') },
            { value: 'compact', label: t('records.list.compact') },
          ]}
          value={density}
          onValueChange={(value) => onChange({ ...preferences, density: value as Density })}
        />
      </div>
      <ul>
        {order.map((name, index) => (
          <li key={name}>
            <Checkbox
              label={labels(name)}
              checked={!hidden.includes(name)}
              disabled={visible.length === 1 && visible[0] === name}
              onChange={() => onChange(toggleColumn(preferences, name))}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<ArrowUpIcon />}
              disabled={index === 0}
              aria-label={t('records.list.moveUp', [labels(name)])}
              onClick={() => onChange(moveColumn(preferences, name, -1))}
            />
            <Button
              variant="minimal"
              size="small"
              icon={<ArrowDownIcon />}
              disabled={index === order.length - 1}
              aria-label={t('records.list.moveDown', [labels(name)])}
              onClick={() => onChange(moveColumn(preferences, name, 1))}
            />
          </li>
        ))}
      </ul>
      <Button variant="minimal" size="small" text={t('records.list.defaultColumns')} onClick={() => onChange(null)} />
    </div>
  )
}
