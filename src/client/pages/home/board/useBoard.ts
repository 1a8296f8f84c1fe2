import ky from 'ky'
import { useEffect, useState } from 'react'
import type { Board } from '#src/modules/home/board/board.types.ts'

/** Milliseconds between refreshes (10.2). */
const REFRESH_MS = 30_000
const TIMEOUT_MS = 10_000
/** So many refreshes without an answer make the figures grey. */
export const MISSES = 3

interface BoardView {
  readonly board: Board | null
  readonly misses: number
  /** The token does not count any more, or not from here. */
  readonly isRefused: boolean
}

/** Codes of the envelope: an answer, and a token that does not count. */
const [ANSWERED, REFUSED] = [2000, 401] as const

/** Reads with the display's token alone: no session of a person is used or kept alive. Null where the token does not count. */
async function readBoard(token: string, signal: AbortSignal): Promise<Board | null> {
  const { code, data } = await ky
    .post('/api/home/board/', {
      json: { token },
      credentials: 'omit',
      retry: 0,
      timeout: TIMEOUT_MS,
      throwHttpErrors: false,
      signal,
    })
    .json<{ code: number; data: Board }>()
  if (code === REFUSED) return null
  if (code !== ANSWERED) throw new Error(`the board answered ${code}`)
  return data
}

/** The board every thirty seconds; its last figures stay while the server is out of reach. */
export function useBoard(token: string): BoardView {
  const [view, setView] = useState<BoardView>({ board: null, misses: 0, isRefused: false })
  useEffect(() => {
    const ended = new AbortController()
    const refresh = async (): Promise<void> => {
      try {
        const board = await readBoard(token, ended.signal)
        setView({ board, misses: 0, isRefused: board === null })
      } catch {
        // Whatever is in the way, the last figures stay and grow old in sight.
        if (!ended.signal.aborted) setView((now) => ({ ...now, misses: now.misses + 1, isRefused: false }))
      }
    }
    void refresh()
    const timer = setInterval(() => void refresh(), REFRESH_MS)
    return () => {
      clearInterval(timer)
      ended.abort()
    }
  }, [token])
  return view
}
