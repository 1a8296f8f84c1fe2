/** What people may read of the bureau's articles: published ones in force that are meant for their department (10.4). */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Access } from '#src/define/access.ts'
import { momentText } from '#src/define/days.ts'
import type { Language } from '#src/define/messages.ts'
import { notFound } from '#src/define/problem.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Columns } from '#src/define/tables.server.ts'
import type { ArticleLine, ArticleRef, ArticleText } from './reading.ts'

/** Days for which an article counts as new. */
const NEW_DAYS = 7
const DAY = 86_400_000

export interface ArticleFilter {
  readonly category?: string | undefined
  readonly search?: string | undefined
  /** The department, or one below it. */
  readonly deptId?: number | undefined
  readonly unread?: boolean | undefined
  /** `yyyy-MM-dd`, both included. */
  readonly after?: string | undefined
  readonly before?: string | undefined
}

type CommonRow = Columns<'article', 'id' | 'category'> & { readonly publishAt: Date }
type Row = CommonRow & Omit<ArticleLine, keyof CommonRow>
type TextRow = CommonRow &
  Columns<'article', 'body' | 'coverFile' | 'attachments'> &
  Omit<ArticleText, keyof CommonRow | 'body' | 'coverFile' | 'attachments' | 'newer' | 'older'>

/** ART-01, ART-04: rows of `r` that somebody may read at a moment. An audience holds the departments below it as well. */
export function readableBy({ departmentId }: Pick<Access, 'departmentId'>, now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`(r.state = 'published' and r.deleted_at is null
    and r.publish_at <= ${now} and (r.expire_at is null or r.expire_at > ${now})
    and (r.target_dept_ids = '{}' or r.target_dept_ids && array(
      with recursive up as (select id, parent from shared_department where id = ${departmentId}
        union all select d.id, d.parent from shared_department d join up on d.id = up.parent)
      select id from up)))`
}

const escaped = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

function narrowing(
  { category, search, deptId, unread, after, before }: ArticleFilter,
  access: Access,
): RawBuilder<SqlBool> {
  const parts = [
    category && sql<SqlBool>`r.category = ${category}`,
    search &&
      sql<SqlBool>`(r.title ilike ${escaped(search)} or r.title_en ilike ${escaped(search)} or r.body ilike ${escaped(search)})`,
    deptId &&
      sql<SqlBool>`u.dept_id in (
        with recursive down as (select id from shared_department where id = ${deptId}
          union all select d.id from shared_department d join down on d.parent = down.id)
        select id from down)`,
    unread && sql<SqlBool>`not exists (${readBy(access)})`,
    after && sql<SqlBool>`r.publish_at >= ${`${after} 00:00:00+08`}::timestamptz`,
    before && sql<SqlBool>`r.publish_at < ${`${before} 00:00:00+08`}::timestamptz + interval '1 day'`,
  ].filter((part) => typeof part === 'object')
  return parts.length === 0 ? sql<SqlBool>`true` : sql.join(parts, sql` and `)
}

const readBy = ({ userId }: Access) =>
  sql`select from article_read a where a.article_id = r.id and a.user_id = ${userId}`

const titleIn = (language: Language) =>
  language === 'en' ? sql<string>`coalesce(nullif(r.title_en, ''), r.title)` : sql<string>`r.title`

/** What a line and a whole article have in common. */
const common = (access: Access, language: Language, now: Date) => sql`
  r.id, ${titleIn(language)} as title, r.category, r.publish_at,
  ${language === 'en' ? sql`coalesce(nullif(d.name_en, ''), d.name, '')` : sql`coalesce(d.name, '')`} as dept_name,
  r.pinned_until is not null as is_pinned, r.publish_at > ${new Date(now.getTime() - NEW_DAYS * DAY)} as is_new,
  not exists (${readBy(access)}) as is_unread,
  (select count(*)::int from article_read c where c.article_id = r.id) as read_count`
const source = sql`article r left join shared_app_user u on u.id = r.created_by left join shared_department d on d.id = u.dept_id`

/** A page of what somebody may read, pinned ones first, then the newest. */
export async function articlesFor(
  { db, clock }: UnitOfWork,
  access: Access,
  language: Language,
  { page, limit, ...filter }: ArticleFilter & { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: readonly ArticleLine[]; readonly total: number }> {
  const now = clock.now()
  const where = sql`${readableBy(access, now)} and ${narrowing(filter, access)}`
  const counted = await sql<{ total: number }>`select count(*)::int as total from ${source} where ${where}`.execute(db)
  const { rows } = await sql<Row>`
    select ${common(access, language, now)}, coalesce(r.summary, '') as summary from ${source} where ${where}
    order by (r.pinned_until is not null) desc, r.publish_at desc, r.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return {
    rows: rows.map((row) => ({ ...row, publishAt: momentText(row.publishAt) })),
    total: counted.rows[0]?.total ?? 0,
  }
}

/** A whole article with its neighbours in time. @throws Refusal 4004 for what this person may not read (ART-01). */
export async function articleFor(
  { db, clock }: UnitOfWork,
  access: Access,
  language: Language,
  id: number,
): Promise<ArticleText> {
  const now = clock.now()
  const { rows } = await sql<TextRow>`
    select ${common(access, language, now)}, r.body, r.cover_file, r.attachments, coalesce(u.name, '') as author_name
    from ${source} where r.id = ${id} and ${readableBy(access, now)}`.execute(db)
  const row = rows[0]
  if (!row) throw notFound()
  const neighbour = async (beyond: RawBuilder<SqlBool>, order: RawBuilder<unknown>): Promise<ArticleRef | null> => {
    const found = await sql<ArticleRef>`
      select r.id, ${titleIn(language)} as title from article r
      where ${readableBy(access, now)} and ${beyond} order by ${order} limit 1`.execute(db)
    return found.rows[0] ?? null
  }
  const own = sql`(select o.publish_at, o.id from article o where o.id = ${id})`
  return {
    ...row,
    publishAt: momentText(row.publishAt),
    newer: await neighbour(sql`(r.publish_at, r.id) > ${own}`, sql`r.publish_at, r.id`),
    older: await neighbour(sql`(r.publish_at, r.id) < ${own}`, sql`r.publish_at desc, r.id desc`),
  }
}

/** ART-02: an article counts as read once for each person. @throws Refusal 4004 for what this person may not read (ART-01). */
export async function markRead({ db, clock }: UnitOfWork, access: Access, id: number): Promise<void> {
  const now = clock.now()
  const { rows } = await sql`select from article r where r.id = ${id} and ${readableBy(access, now)}`.execute(db)
  if (rows.length === 0) throw notFound()
  await db
    .insertInto('article_read')
    .values({ articleId: id, userId: access.userId, readAt: now })
    .onConflict((twice) => twice.doNothing())
    .execute()
}
