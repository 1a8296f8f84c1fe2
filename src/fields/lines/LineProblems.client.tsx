import { Button, Callout } from '@blueprintjs/core'
import type { FormProblems } from '#src/client/components/forms/form.ts'
import type { Labels } from '#src/client/components/forms/kinds.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useProblemText } from '#src/client/platform/session/index.ts'

/** Problems named at once. */
const SHOWN = 5

/** What is wrong in a table that does not show all its rows, each a way to its cell. */
export function LineProblems({
  problems,
  labels,
  onSeek,
}: {
  readonly problems: FormProblems
  readonly labels: Labels
  readonly onSeek: (index: number, column: string) => void
}) {
  const t = useT()
  const problemText = useProblemText()
  const found = Object.entries(problems).flatMap(([path, list]) => {
    const [index = '', column = ''] = path.split('.')
    return list.map((problem) => ({
      index: Number(index),
      column,
      text: typeof problem === 'string' ? problem : problemText(problem),
    }))
  })
  if (found.length === 0) return null
  return (
    <Callout intent="danger" compact className="lines-problems" title={t('records.lines.problems', [found.length])}>
      <ul>
        {found.slice(0, SHOWN).map(({ index, column, text }) => (
          <li key={`${index} ${column} ${text}`}>
            <Button
              variant="minimal"
              size="small"
              intent="danger"
              text={t('records.lines.problem', [index + 1, labels(column), text])}
              onClick={() => onSeek(index, column)}
            />
          </li>
        ))}
      </ul>
    </Callout>
  )
}
