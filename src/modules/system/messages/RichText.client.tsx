import { Button, ButtonGroup } from '@blueprintjs/core'
import { BoldIcon, CleanIcon, ItalicIcon, NumberedListIcon, PropertiesIcon, UnderlineIcon } from '@blueprintjs/icons'
import { type ClipboardEvent, createElement, type ReactNode, useEffect, useMemo, useRef } from 'react'
import { Link } from 'react-router-dom'
import { useT } from '#src/client/platform/i18n/index.ts'

/** What is drawn of stored markup; the server keeps no more (SYS-105), and nothing else would come through here either. */
const drawn: ReadonlySet<string> = new Set('p b strong i em u s ul ol li h3 h4 blockquote'.split(' '))

function nodesOf(parent: Node): ReactNode[] {
  return [...parent.childNodes].map((node, index) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent
    if (!(node instanceof HTMLElement)) return null
    const tag = node.tagName.toLowerCase()
    const key = `${tag}${index}`
    if (tag === 'br') return createElement('br', { key })
    const href = node.getAttribute('href')
    if (tag === 'a' && href !== null && /^\/(?![/\\])/.test(href))
      return createElement(Link, { key, to: href }, ...nodesOf(node))
    return drawn.has(tag) ? createElement(tag, { key }, ...nodesOf(node)) : nodesOf(node)
  })
}

/** A message as it was formatted: built from its parts, never put in as markup. */
export function RichText({ html }: { readonly html: string }) {
  const nodes = useMemo(() => nodesOf(new DOMParser().parseFromString(html, 'text/html').body), [html])
  return <div className="rich-text">{nodes}</div>
}

const actions = [
  ['bold', 'bold', BoldIcon],
  ['italic', 'italic', ItalicIcon],
  ['underline', 'underline', UnderlineIcon],
  ['insertUnorderedList', 'bullets', PropertiesIcon],
  ['insertOrderedList', 'numbers', NumberedListIcon],
  ['removeFormat', 'clear', CleanIcon],
] as const

interface EditorProps {
  readonly id: string
  readonly label: string
  readonly invalid: boolean
  readonly onChange: (html: string) => void
}

/** A small editor: bold, italic, underline and lists; what is pasted loses its format. */
export function RichTextEditor({ id, label, invalid, onChange }: EditorProps) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    document.execCommand('defaultParagraphSeparator', false, 'p')
  }, [])
  const tell = (): void => onChange(box.current?.innerHTML ?? '')
  const run = (command: string, value?: string): void => {
    box.current?.focus()
    document.execCommand(command, false, value)
    tell()
  }
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault()
    run('insertText', event.clipboardData.getData('text/plain'))
  }
  return (
    <div className={invalid ? 'rich-editor is-invalid' : 'rich-editor'}>
      <ButtonGroup variant="minimal" role="toolbar" aria-label={t('messages.format')}>
        {actions.map(([command, name, Icon]) => (
          <Button
            key={command}
            size="small"
            icon={<Icon />}
            aria-label={t(`messages.${name}`)}
            title={t(`messages.${name}`)}
            // The selection stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command)}
          />
        ))}
      </ButtonGroup>
      {/* biome-ignore lint/a11y/useSemanticElements: no element of a form can be formatted. */}
      <div
        ref={box}
        id={id}
        className="rich-text rich-editor-box"
        contentEditable
        role="textbox"
        tabIndex={0}
        aria-multiline
        aria-label={label}
        aria-invalid={invalid}
        onInput={tell}
        onPaste={paste}
      />
    </div>
  )
}
