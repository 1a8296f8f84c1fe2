import { Button, InputGroup } from '@blueprintjs/core'
import { AddIcon, TrashIcon } from '@blueprintjs/icons'
import { useRef } from 'react'
import { type NoticeRule, noticeOccasions, type Text } from '#machines/ticket/definition/definition.ts'
import { occasionsInStates, placeholders } from '#machines/ticket/definition/notices.ts'
import { useT } from '#src/client/platform/i18n/index.ts'
import { useDesigner } from './context.ts'
import { addNotice, patchNotice, removeNotice, withPlaceholder } from './model/notices.ts'
import type { Patch } from './model/states.ts'
import { ChoiceBox } from './parts.tsx'
import { ParticipantSettings } from './settings/participants/ParticipantSettings.tsx'

/** Who is told beside those who act: on which occasion, how, and in which words (20.9). */
export function NoticesTab() {
  const t = useT()
  const { design, define } = useDesigner()
  const { notices = [] } = design.definition
  return (
    <section className="card notices-tab" aria-label={t('designer.tab.notices')}>
      <p className="inspector-hint">{t('designer.noticesHint')}</p>
      {notices.length === 0 ? <p className="inspector-empty">{t('designer.noNotices')}</p> : null}
      {notices.map((rule, index) => (
        <NoticeSettings key={rule.key} rule={rule} at={index} />
      ))}
      <Button icon={<AddIcon />} text={t('designer.addNotice')} onClick={() => define(addNotice)} />
    </section>
  )
}

const channels = ['message', 'reminder'] as const

function NoticeSettings({ rule, at }: { readonly rule: NoticeRule; readonly at: number }) {
  const t = useT()
  const { design, define, stateName } = useDesigner()
  const set = (patch: Patch<NoticeRule>, strand?: string): void =>
    define((before) => patchNotice(before, at, patch), strand && `${rule.key} ${strand}`)
  const setText = (language: keyof Text, text: string): void =>
    set({ text: { ...rule.text, [language]: text } }, language)
  const states = design.definition.states.map(({ key }) => ({ value: key, label: stateName(key) }))
  return (
    <fieldset className="notice-rule" data-spot={`notice ${at + 1}`}>
      <legend>{t('designer.notice', [at + 1])}</legend>
      <div className="notice-when">
        <ChoiceBox
          label={t('designer.noticeOn')}
          value={rule.on}
          options={noticeOccasions.map((value) => ({ value, label: t(`designer.occasion.${value}`) }))}
          onChange={(value) => {
            const on = noticeOccasions.find((one) => one === value)
            if (on !== undefined) set({ on })
          }}
        />
        {occasionsInStates.includes(rule.on) ? (
          <ChoiceBox
            label={t('designer.noticeState')}
            value={rule.state ?? ''}
            options={[{ value: '', label: t('designer.anyState') }, ...states]}
            onChange={(state) => set({ state: state === '' ? undefined : state })}
          />
        ) : null}
        <ChoiceBox
          label={t('designer.noticeChannel')}
          value={rule.channel}
          options={channels.map((value) => ({ value, label: t(`designer.channel.${value}`) }))}
          onChange={(value) => set({ channel: value === 'reminder' ? 'reminder' : 'message' })}
        />
        <Button
          variant="minimal"
          icon={<TrashIcon />}
          aria-label={t('designer.removeNotice', [at + 1])}
          title={t('designer.removeNotice', [at + 1])}
          onClick={() => define((before) => removeNotice(before, at))}
        />
      </div>
      <h3>{t('designer.noticeTo')}</h3>
      <ParticipantSettings participant={rule.to} onChange={(to) => set({ to })} />
      <NoticeText
        label={t('designer.noticeText')}
        value={rule.text.zhHans}
        onChange={(text) => setText('zhHans', text)}
      />
      <NoticeText label={t('designer.noticeTextEn')} value={rule.text.en} onChange={(text) => setText('en', text)} />
    </fieldset>
  )
}

/** Longest text of a notice. */
const MAX_NOTICE_LENGTH = 200

interface TextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** One line of text, with buttons that put placeholders where the cursor is. */
function NoticeText({ label, value, onChange }: TextProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="notice-text">
      <InputGroup
        inputRef={input}
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={MAX_NOTICE_LENGTH}
        onValueChange={onChange}
      />
      {placeholders.map((name) => (
        <Button
          key={name}
          size="small"
          variant="minimal"
          icon={<AddIcon size={12} />}
          text={t(`designer.placeholder.${name}`)}
          aria-label={`${t('designer.putIn')} ${t(`designer.placeholder.${name}`)}${t('common.listSeparator')}${label}`}
          onClick={() => {
            onChange(withPlaceholder(value, name, input.current?.selectionStart ?? value.length))
            input.current?.focus()
          }}
        />
      ))}
    </div>
  )
}
