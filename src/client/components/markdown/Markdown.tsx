import './markdown.css'
import { HTMLTable } from '@blueprintjs/core'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Block, blocks, type Inline } from './markdown.ts'

interface MarkdownProps {
  readonly text: string
  /** Level of the highest heading; 3 in a note, which stands below the headings of its page. */
  readonly top?: 2 | 3
  /** Begins the ids of the highest headings, which then can be linked to: `<anchor>-1`. */
  readonly anchor?: string
  /** Draws fenced code, counted from 1; in a note it is plain text. */
  readonly code?: (text: string, language: string, index: number) => ReactNode
}

/** A text as it was meant: built from its parts, never put in as markup. */
export default function Markdown({ text, top = 3, anchor, code = plainCode }: MarkdownProps) {
  const all = blocks(text)
  const numberOf = (block: Block, isCounted: (other: Block) => boolean): number =>
    all.slice(0, all.indexOf(block) + 1).filter(isCounted).length
  return (
    <div className="markdown">
      {all.map((block, index) => (
        <Fragment key={index}>
          {block.kind === 'heading' ? (
            <Heading
              block={block}
              top={top}
              id={
                anchor === undefined || block.level > top ? undefined : `${anchor}-${numberOf(block, isHeadingOf(top))}`
              }
            />
          ) : block.kind === 'code' ? (
            code(block.text, block.language, numberOf(block, isCode))
          ) : (
            blockOf(block)
          )}
        </Fragment>
      ))}
    </div>
  )
}

const isCode = (block: Block): boolean => block.kind === 'code'
const isHeadingOf =
  (top: number) =>
  (block: Block): boolean =>
    block.kind === 'heading' && block.level <= top

const plainCode = (text: string): ReactNode => <pre>{text}</pre>

type HeadingTag = 'h2' | 'h3' | 'h4'
const headings: readonly HeadingTag[] = ['h2', 'h3', 'h4']

interface HeadingProps {
  readonly block: Extract<Block, { kind: 'heading' }>
  readonly top: number
  readonly id: string | undefined
}
function Heading({ block, top, id }: HeadingProps) {
  const Tag = headings[Math.min(Math.max(block.level, top), 4) - 2] ?? 'h3'
  return <Tag id={id}>{block.lines.map(lineOf)}</Tag>
}

function blockOf(block: Exclude<Block, { kind: 'heading' | 'code' }>): ReactNode {
  switch (block.kind) {
    case 'bullets':
      return <ul>{block.lines.map(itemOf)}</ul>
    case 'numbers':
      return <ol>{block.lines.map(itemOf)}</ol>
    case 'table':
      return <Table rows={block.rows} />
    case 'paragraph':
      return (
        <p>
          {block.lines.map((line, index) => (
            <Fragment key={index}>
              {index === 0 ? null : <br />}
              {lineOf(line)}
            </Fragment>
          ))}
        </p>
      )
  }
}

function Table({ rows: [head = [], ...rows] }: { readonly rows: Extract<Block, { kind: 'table' }>['rows'] }) {
  return (
    <div className="markdown-table">
      <HTMLTable compact bordered>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                {lineOf(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{lineOf(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </HTMLTable>
    </div>
  )
}

const itemOf = (line: readonly Inline[], index: number): ReactNode => <li key={index}>{lineOf(line)}</li>

const lineOf = (parts: readonly Inline[]): ReactNode =>
  parts.map((part, index) => <Fragment key={index}>{inlineOf(part)}</Fragment>)

function inlineOf(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'code':
      return <code>{part.text}</code>
    case 'strong':
      return <strong>{lineOf(part.parts)}</strong>
    case 'em':
      return <em>{lineOf(part.parts)}</em>
    case 'link':
      return part.href.startsWith('/') ? (
        <Link to={part.href}>{lineOf(part.parts)}</Link>
      ) : (
        <a href={part.href} target="_blank" rel="noopener noreferrer">
          {lineOf(part.parts)}
        </a>
      )
  }
}
