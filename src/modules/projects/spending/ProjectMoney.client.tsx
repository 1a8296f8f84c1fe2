import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { DateText, DictionaryText, EmptyState, MoneyText, SkeletonRows } from '#src/client/components/ui/index.ts'
import { api } from '#src/client/platform/http/http.ts'
import { useT } from '#src/client/platform/i18n/index.ts'

/** What a project was given, holds frozen and used, and the claims behind it. */
export function ProjectMoney({ id }: { readonly id: number }) {
  const t = useT()
  const { data } = useQuery({
    queryKey: ['project', 'money', id],
    queryFn: ({ signal }) => api.get(`/api/projects/project/${id}/money/`, { signal }),
  })
  if (data === undefined) return <SkeletonRows rows={3} />
  return (
    <>
      <dl className="detail-head">
        {(['budget', 'frozen', 'used'] as const).map((name) => (
          <div key={name}>
            <dt>{t(`records.projectExec.fields.${name}`)}</dt>
            <dd>
              <MoneyText value={data[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <h2 className="project-part">{t('project.entries')}</h2>
      {data.entries.length === 0 ? (
        <EmptyState title={t('common.noData')} />
      ) : (
        <ul className="project-entries">
          {data.entries.map((entry) => (
            <li key={entry.id}>
              <DateText value={entry.at} />
              <DictionaryText dictionary="budgetEntryType" value={entry.type} />
              {entry.ticketId === null ? (
                <span>{t('project.noTicket')}</span>
              ) : (
                <Link to={`/workflow/ticket/${entry.ticketId}`}>
                  {entry.ticketNo} {entry.title}
                </Link>
              )}
              <MoneyText value={entry.amount} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
