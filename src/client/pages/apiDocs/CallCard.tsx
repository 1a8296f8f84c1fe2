import { Tag } from '@blueprintjs/core'
import { ChevronRightIcon } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { DataTable } from '#src/client/components/table/DataTable.tsx'
import { useT } from '#src/client/platform/i18n/index.ts'
import type { OpenApi, Schema } from '#src/define/api/openapi.ts'
import { CopyButton } from './CopyButton.tsx'
import { type Call, dataOf, parametersOf, refName, resolveSchema, ruleText, typeText } from './operations.ts'
import { TryCall } from './TryCall.tsx'

interface Shown {
  readonly document: OpenApi
  readonly call: Call
}

const intents = { GET: 'none', POST: 'success', PUT: 'primary', DELETE: 'danger' } as const

/** One call, closed: its line. Opened: what it takes, an example, what it answers. */
export function CallCard({ document, call }: Shown) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { method, path, operation } = call
  const permission = operation['x-permission']
  const isForAll = permission === 'public' || permission === 'signedIn'
  return (
    <details className="api-call" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <ChevronRightIcon className="api-call-arrow" />
        <Tag minimal className="api-call-method" intent={intents[method as keyof typeof intents] ?? 'none'}>
          {method}
        </Tag>
        <code>{path}</code>
        <span className="api-call-need">{isForAll ? t(`apiDocs.${permission}`) : permission}</span>
      </summary>
      {isOpen ? <CallBody document={document} call={call} /> : null}
    </details>
  )
}

function CallBody({ document, call }: Shown) {
  const t = useT()
  const { operation } = call
  const [content] = Object.values(operation.requestBody?.content ?? {})
  const answer = dataOf(document, call)
  const example = content?.example === undefined ? '{}' : JSON.stringify(content.example, null, 2)
  const parameters = parametersOf(document, operation)
  return (
    <div className="api-call-body">
      {parameters.length > 0 ? (
        <Part title={t('apiDocs.parameters')}>
          <Rows
            label={t('apiDocs.parameters')}
            rows={parameters.map(({ name, in: place, schema, required, description }) => ({
              name,
              title: description === undefined ? place : `${place} · ${description}`,
              schema,
              isRequired: required,
            }))}
          />
        </Part>
      ) : null}
      {content ? (
        <Part title={t('apiDocs.body')} name={refName(content.schema)}>
          <Fields label={t('apiDocs.body')} document={document} schema={content.schema} />
        </Part>
      ) : null}
      {example === '{}' ? null : (
        <Part title={t('apiDocs.example')} action={<CopyButton text={example} />}>
          <section className="api-example" tabIndex={0} aria-label={t('apiDocs.example')}>
            <pre>{example}</pre>
          </section>
        </Part>
      )}
      {answer ? (
        <Part title={answer.isList ? `${t('apiDocs.answer')}[]` : t('apiDocs.answer')}>
          <Fields label={t('apiDocs.answer')} document={document} schema={answer.schema} />
        </Part>
      ) : null}
      {parameters.length === 0 && !content && !answer ? <p className="api-none">{t('apiDocs.plain')}</p> : null}
      <TryCall document={document} call={call} />
    </div>
  )
}

interface PartProps {
  readonly title: string
  readonly name?: string | null
  readonly action?: ReactNode
  readonly children: ReactNode
}
function Part({ title, name = null, action, children }: PartProps) {
  return (
    <div className="api-part">
      <div className="api-part-head">
        <h3>{title}</h3>
        {name === null ? null : <code>{name}</code>}
        {action}
      </div>
      {children}
    </div>
  )
}

interface Row {
  readonly name: string
  readonly title: string
  readonly schema: Schema
  readonly isRequired: boolean
}

function rowsOf(schema: Schema, prefix = ''): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]): readonly Row[] => [
    {
      name: prefix + name,
      title: inner.title ?? '',
      schema: inner,
      isRequired: schema.required?.includes(name) ?? false,
    },
    ...(inner.items ? rowsOf(inner.items, `${prefix}${name}[].`) : []),
  ])
}

interface FieldsProps {
  readonly label: string
  readonly document: OpenApi
  readonly schema: Schema
}
/** The fields of an object; of alternatives their names. */
function Fields({ label, document, schema }: FieldsProps) {
  const t = useT()
  const target = resolveSchema(document, schema)
  const rows = rowsOf(target)
  if (rows.length > 0) return <Rows label={label} rows={rows} />
  return <p className="api-none">{target.anyOf || target.oneOf ? typeText(target) : t('apiDocs.nothing')}</p>
}

function Rows({ label, rows }: { readonly label: string; readonly rows: readonly Row[] }) {
  const t = useT()
  return (
    <section className="api-table" tabIndex={0} aria-label={label}>
      <DataTable
        look={{ compact: true }}
        rows={rows}
        keyOf={({ name }) => name}
        columns={[
          {
            name: 'name',
            head: t('apiDocs.name'),
            isRowHead: true,
            cell: ({ name, title, isRequired }) => (
              <>
                <code>{name}</code>
                {isRequired ? <span className="api-required">{t('apiDocs.required')}</span> : null}
                {title === '' ? null : <span className="api-title">{title}</span>}
              </>
            ),
          },
          { name: 'type', head: t('apiDocs.type'), cell: ({ schema }) => typeText(schema) },
          { name: 'rules', head: t('apiDocs.rules'), cell: ({ schema }) => ruleText(schema) },
        ]}
      />
    </section>
  )
}
