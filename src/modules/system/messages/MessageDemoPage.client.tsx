import { DataTable } from '#src/client/components/table/DataTable.tsx'
import '#src/client/records/records.css'
import './message.css'
import { Button, Checkbox } from '@blueprintjs/core'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { RECONNECT_LIMIT } from '#machines/connection/connection.ts'
import { ignoreApiError } from '#src/client/components/forms/ignoreApiError.ts'
import { Chip, EmptyState, PageHeader } from '#src/client/components/ui/index.ts'
import { api, newKey } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { type Frame, onFrame } from '#src/client/platform/live/frames.ts'
import { connection } from '#src/client/platform/live/live.ts'
import { useUser } from '#src/client/platform/session/index.ts'
import { momentText } from '#src/define/days.ts'

/** Frames that are kept in sight. */
const MAX_FRAMES = 200
const states = ['idle', 'connecting', 'open', 'reconnecting', 'givenUp', 'closed', 'unsupported'] as const

const nameOf = (value: unknown): string =>
  typeof value === 'string' ? value : String(Object.values(value as Record<string, unknown>)[0])

const kinds = { out: ['outward', 'info'], in: ['inward', 'success'], state: ['change', 'warning'] } as const

/** 60.10 `/demo`: the live connection as it is, with its heartbeats, losses and frames. */
export function MessageDemoPage() {
  const t = useT()
  const navigate = useNavigate()
  const { id } = useUser()
  const state = useSelector(connection, (moment) => nameOf(moment.value))
  const attempts = useSelector(connection, (moment) => moment.context.attempts)
  const [frames, setFrames] = useState<readonly (Frame & { readonly key: number })[]>([])
  const [beats, setBeats] = useState(0)
  const [isQuiet, setQuiet] = useState(true)
  useEffect(() => {
    let key = 0
    return onFrame((frame) => {
      if (frame.isHeartbeat) setBeats((count) => count + 1)
      key += 1
      const row = { ...frame, key }
      setFrames((now) => [row, ...now].slice(0, MAX_FRAMES))
    })
  }, [])
  const send = async (): Promise<void> => {
    const title = t('demo.text1', [momentText(new Date()).slice(11)])
    await api.post(
      '/api/v1/sms/notice/send/',
      { title, content: title, contentType: 'SYSTEM', targetType: 1, targets: [id] },
      { key: newKey() },
    )
  }
  const shown = isQuiet ? frames.filter((frame) => !frame.isHeartbeat) : frames
  return (
    <>
      <PageHeader
        title={t('demo.title')}
        text={t('demo.text')}
        actions={<Button text={t('demo.back')} onClick={() => void navigate('/system/messageCenter')} />}
      />
      <section className="card line-card" aria-label={t('demo.state')}>
        <ul className="line-states">
          {states.map((name) => (
            <li key={name} className="line-state" aria-current={name === state}>
              {t(`demo.${name}`)}
            </li>
          ))}
        </ul>
        <div className="line-actions">
          <Button intent="primary" text={t('demo.send')} onClick={() => ignoreApiError(send())} />
          <Button
            text={t('demo.lose')}
            disabled={state !== 'open'}
            onClick={() => connection.send({ type: 'OFFLINE' })}
          />
          <Button
            text={t('demo.retry')}
            disabled={state !== 'reconnecting' && state !== 'givenUp'}
            onClick={() => connection.send({ type: state === 'givenUp' ? 'RETRY' : 'ONLINE' })}
          />
          <span role="status">
            {t('demo.heartbeats', [beats])}
            {attempts > 0 ? ` · ${t('demo.attempts', [attempts, RECONNECT_LIMIT])}` : ''}
          </span>
        </div>
      </section>
      <div className="list">
        <div className="list-filters">
          <div className="list-filters-bar">
            <strong>{t('demo.frames')}</strong>
            <span className="list-filters-space" />
            <Checkbox
              inline
              label={t('demo.hideHeartbeats')}
              checked={isQuiet}
              onChange={(event) => setQuiet(event.currentTarget.checked)}
            />
            <Button
              variant="minimal"
              text={t('demo.clear')}
              onClick={() => {
                setFrames([])
                setBeats(0)
              }}
            />
          </div>
        </div>
        {shown.length === 0 ? (
          <div className="list-state">
            <EmptyState compact title={t('demo.empty')} />
          </div>
        ) : (
          <DataTable
            className="list-table"
            look={{ compact: true }}
            isHeadHidden
            region={{ className: 'line-frames', label: t('demo.frames') }}
            rows={shown}
            keyOf={({ key }) => key}
            columns={[
              {
                name: 'at',
                head: t('demo.at'),
                cell: ({ at }) => <span className="date">{momentText(at).slice(11)}</span>,
              },
              {
                name: 'kind',
                head: t('demo.kind'),
                cell: ({ kind }) => <Chip color={kinds[kind][1]}>{t(`demo.${kinds[kind][0]}`)}</Chip>,
              },
              {
                name: 'text',
                head: t('demo.content'),
                cell: (frame) => (
                  <code>
                    {frame.kind === 'state' ? t(`demo.${frame.text as (typeof states)[number]}`) : frame.text}
                  </code>
                ),
              },
            ]}
          />
        )}
      </div>
    </>
  )
}
