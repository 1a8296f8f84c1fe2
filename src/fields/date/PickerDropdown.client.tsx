import type { DatePickerProps } from '@blueprintjs/datetime'
import { SelectBox } from '#src/client/components/ui/SelectBox.tsx'

type Components = NonNullable<NonNullable<DatePickerProps['dayPickerProps']>['components']>
type DropdownProps = Parameters<Extract<NonNullable<Components['Dropdown']>, (props: never) => unknown>>[0]

/** Month and year at the head of a month sheet. */
function PickerDropdown({ caption: _caption, children, ...props }: DropdownProps) {
  return (
    <SelectBox minimal {...props}>
      {children}
    </SelectBox>
  )
}

/** What replaces parts of the library's month sheet that speak English only. */
export const pickerComponents: Components = { Dropdown: PickerDropdown }
