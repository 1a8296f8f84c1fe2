import '#src/client/records/records.css'
import './message.css'
import { Button, Tab } from '@blueprintjs/core'
import { EditIcon, SatelliteIcon } from '@blueprintjs/icons'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { PageHeader, PageTabs } from '#src/client/components/ui/index.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useMay } from '#src/client/platform/session/index.ts'
import { ComposeDrawer } from './ComposeDrawer.client.tsx'
import { useMessageList } from './message-calls.client.tsx'
import { ReceivedMessages } from './ReceivedMessages.client.tsx'
import { SentMessages } from './SentMessages.client.tsx'

/** 60.10: what came and what was sent. */
export function MessagePage() {
  const t = useT()
  const navigate = useNavigate()
  const maySend = useMay('message:Send')
  const { value, change } = useMessageList()
  const [isWriting, setWriting] = useState(false)
  const tab = value('tab') === 'sent' && maySend ? 'sent' : 'received'
  return (
    <>
      <PageHeader
        title={t('pages./system/messageCenter')}
        actions={
          maySend ? (
            <>
              <Button
                icon={<SatelliteIcon />}
                text={t('messages.demo')}
                onClick={() => void navigate('/system/messageCenter/demo')}
              />
              <Button
                icon={<EditIcon />}
                intent="primary"
                text={t('messages.compose')}
                onClick={() => setWriting(true)}
              />
            </>
          ) : null
        }
      />
      {maySend ? (
        <PageTabs
          id="messages"
          selectedTabId={tab}
          onChange={(next) => change({ tab: next === 'sent' ? 'sent' : '', search: '', limit: '', id: '' })}
        >
          <Tab id="received" title={t('messages.received')} panel={<ReceivedMessages />} />
          <Tab id="sent" title={t('messages.sent')} panel={<SentMessages />} />
        </PageTabs>
      ) : (
        <ReceivedMessages />
      )}
      {isWriting ? <ComposeDrawer onClose={() => setWriting(false)} /> : null}
    </>
  )
}
