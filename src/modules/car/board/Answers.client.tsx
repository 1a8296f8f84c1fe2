import { Button } from '@blueprintjs/core'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { NearestAnswer } from './board.types.ts'
import { spanText } from './boardModel.ts'

interface AnswersProps {
  readonly answers: readonly NearestAnswer[]
  readonly onChoose: (answer: NearestAnswer) => void
}

/** The nearest ways out of a conflict, each taken over by its button. */
export function Answers({ answers, onChoose }: AnswersProps) {
  const t = useT()
  if (answers.length === 0) return null
  const textOf = (answer: NearestAnswer): string =>
    answer.kind === 'car'
      ? t('dispatchBoard.otherCar', [answer.plateNo])
      : answer.kind === 'time'
        ? t('dispatchBoard.otherTime', [answer.plateNo, spanText(answer)])
        : t('dispatchBoard.shareRide', [answer.no, answer.plateNo, spanText(answer), answer.seatsLeft])
  return (
    <section className="dispatch-answers" aria-label={t('dispatchBoard.nearest')}>
      <p>{t('dispatchBoard.nearest')}</p>
      <ul>
        {answers.map((answer) => (
          <li key={answer.kind}>
            <Button size="small" text={textOf(answer)} onClick={() => onChoose(answer)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
