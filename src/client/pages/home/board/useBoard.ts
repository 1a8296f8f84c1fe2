import ky, { HTTPError } from 'ky'
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

/** Reads with the display's token alone: no session of a person is used or kept alive. */
async function readBoard(token: string, signal: AbortSignal): Promise<Board> {
  const { data } = await ky
    .post('/api/home/board/', { json: { token }, credentials: 'omit', retry: 0, timeout: TIMEOUT_MS, signal })
    .json<{ data: Board }>()
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
        setView({ board, misses: 0, isRefused: false })
      } catch (error) {
        if (ended.signal.aborted) return
        const isRefused = error instanceof HTTPError && error.response.status === 401
        setView((now) => ({ ...now, misses: now.misses + 1, isRefused }))
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
