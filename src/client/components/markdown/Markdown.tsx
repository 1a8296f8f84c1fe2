import './markdown.css'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type Block, blocks, type Inline } from './markdown.ts'

/** A note as it was meant: built from its parts, never put in as markup. */
export default function Markdown({ text }: { readonly text: string }) {
  return (
    <div className="markdown">
      {blocks(text).map((block, index) => (
        <Fragment key={index}>{blockOf(block)}</Fragment>
      ))}
    </div>
  )
}

function blockOf({ kind, lines }: Block): ReactNode {
  if (kind === 'heading') return <h3>{lines.map(lineOf)}</h3>
  if (kind === 'bullets') return <ul>{lines.map((line, index) => itemOf(line, index))}</ul>
  if (kind === 'numbers') return <ol>{lines.map((line, index) => itemOf(line, index))}</ol>
  return (
    <p>
      {lines.map((line, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <br />}
          {lineOf(line)}
        </Fragment>
      ))}
    </p>
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
