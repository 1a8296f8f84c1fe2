import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useTitle } from '#src/client/components/ui/useTitle.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { Board, BoardFigureName } from '#src/modules/home/board/board.types.ts'
import { MISSES, useBoard } from './useBoard.ts'
import './boardPage.css'

/** Milliseconds for which a page of the board stands. */
const ROTATION_MS = 20_000

const tokenIn = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? ''

/** Pages of the board one after the other: figures by what they are about, then the days. */
const pages: readonly (readonly BoardFigureName[])[] = [
  ['running', 'late', 'decidedToday', 'filedToday', 'hours', 'repairs'],
  ['spent', 'frozen', 'yearPassed', 'carsOut', 'carsIdle', 'repairsDone'],
  [],
]
const units: Partial<Readonly<Record<BoardFigureName, 'percent' | 'hours'>>> = {
  spent: 'percent',
  frozen: 'percent',
  yearPassed: 'percent',
  hours: 'hours',
}
/** Above zero they are shown in red. */
const alarming: ReadonlySet<BoardFigureName> = new Set<BoardFigureName>(['late'])

/** `/home1`: the board of a display in a hall, by the display's own token (10.2). Escape leaves it. */
export default function BoardPage() {
  const t = useT()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => tokenIn(location.hash))
  useTitle(t('board.title'))
  useEffect(() => {
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') void navigate('/home')
    }
    const changed = (): void => setToken(tokenIn(location.hash))
    addEventListener('keydown', leave)
    addEventListener('hashchange', changed)
    return () => {
      removeEventListener('keydown', leave)
      removeEventListener('hashchange', changed)
    }
  }, [navigate])
  return token === '' ? <Message text={t('board.noToken')} /> : <Shown token={token} />
}

function Message({ text }: { readonly text: string }) {
  const t = useT()
  return (
    <main className="board-message">
      <h1>{t('board.title')}</h1>
      <p>{text}</p>
      <Link to="/home">{t('board.leave')}</Link>
    </main>
  )
}

function Shown({ token }: { readonly token: string }) {
  const t = useT()
  const { board, misses, isRefused } = useBoard(token)
  const [place, setPlace] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setPlace((now) => (now + 1) % pages.length), ROTATION_MS)
    return () => clearInterval(timer)
  }, [])
  if (isRefused) return <Message text={t('board.refused')} />
  if (board === null) return <Message text={t(misses === 0 ? 'board.waiting' : 'board.unreachable')} />
  const names = pages[place] ?? []
  return (
    <main className={misses >= MISSES ? 'board is-stale' : 'board'}>
      <header>
        <h1>{t('board.title')}</h1>
        <p>{t(misses >= MISSES ? 'board.stale' : 'board.asOf', [board.at])}</p>
      </header>
      {names.length === 0 ? <Days days={board.days} /> : <Tiles figures={board.figures} names={names} />}
    </main>
  )
}

function Tiles({ figures, names }: { readonly figures: Board['figures']; readonly names: readonly BoardFigureName[] }) {
  const t = useT()
  return (
    <dl className="board-tiles">
      {names.map((name) => {
        const value = figures[name]
        const unit = units[name]
        return (
          <div key={name} className={alarming.has(name) && value !== null && value > 0 ? 'is-bad' : ''}>
            <dt>{t(`board.figures.${name}`)}</dt>
            <dd>
              {value ?? '–'}
              {unit === undefined || value === null ? null : <small>{t(`board.units.${unit}`)}</small>}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Days({ days }: { readonly days: Board['days'] }) {
  const t = useT()
  const most = Math.max(1, ...days.map(({ decided }) => decided))
  return (
    <ul className="board-days" aria-label={t('board.days')}>
      {days.map(({ day, decided }) => (
        <li key={day}>
          <i style={{ height: `${(decided / most) * 100}%` }} />
          <b>{decided}</b>
          <span>{day.slice(5)}</span>
        </li>
      ))}
    </ul>
  )
}
