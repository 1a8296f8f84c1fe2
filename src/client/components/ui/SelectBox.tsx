import { HTMLSelect } from '@blueprintjs/core'
import type { ComponentProps } from 'react'

/** Blueprint's select with its arrow as decoration: the library names it in English, and the select itself is named already. */
export function SelectBox({ iconProps, ...props }: ComponentProps<typeof HTMLSelect>) {
  return <HTMLSelect {...props} iconProps={{ ...iconProps, title: '' }} />
}
