import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { CatalogueBar } from '#src/client/tickets/catalogue/CatalogueBar.tsx'
import type { ApplyPartProps } from '#src/client/tickets/moduleParts.tsx'
import type { CatalogueItem } from '#src/define/tickets/catalogue.ts'
import { rowsOf } from '#src/fields/lines/lines.ts'
import type { EquipmentType } from '../asset.types.ts'

/** Above a request for equipment: the catalogue, unless something is given back only. */
export function EquipmentApply({ type, values, onChange, disabled }: ApplyPartProps) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['asset', 'catalogue', type],
    queryFn: ({ signal }) =>
      api.get('/api/assets/catalogue/', { query: { type: type as EquipmentType }, signal, quiet: true }),
  })
  if (values.applyKind === 'return') return null
  const keep = async ({ id, isFavourite }: CatalogueItem): Promise<void> => {
    await api.put(`/api/assets/favourite/${id}/`, { isFavourite: !isFavourite }, { key: newKey() })
    await client.invalidateQueries({ queryKey: ['asset', 'catalogue', type] })
  }
  return (
    <div className="items-apply">
      <CatalogueBar
        catalogue={data}
        dictionary="assetCategory"
        lines={rowsOf(values.lines)}
        disabled={disabled}
        onKeep={keep}
        onLines={(lines) => onChange('lines', lines)}
      />
    </div>
  )
}
