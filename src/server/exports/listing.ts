import { sql } from 'kysely'
import { ListAnswer } from '#src/define/answer.ts'
import type { ListedExport } from '#src/define/answers/backups.ts'
import type { Language } from '#src/define/messages.ts'
import { namedIn } from '#src/define/reach.server.ts'
import type { UnitOfWork } from '#src/define/server.ts'
import type { Services } from '#src/server/app/services.ts'
import { type ExportJob, jobColumns, showJob } from './job.ts'

/** The exports of everybody, newest first: who exported what when (10.6). The files stay their owners'. */
export async function listExports(
  { texts }: Services,
  unit: UnitOfWork,
  language: Language,
  { page, limit }: { readonly page: number; readonly limit: number },
): Promise<ListAnswer<ListedExport>> {
  const { rows } = await sql<ExportJob & { ownerName: string }>`
    select ${jobColumns}, (select ${namedIn(language, 'u')} from app_user u where u.id = export_job.owner_id) as owner_name
    from export_job order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(unit.db)
  const counted = await sql<{ n: number }>`select count(*) as n from export_job`.execute(unit.db)
  return new ListAnswer(
    rows.map((job) => ({ ...showJob(texts, language, job), owner: job.ownerName })),
    { page, limit, total: Number(counted.rows[0]?.n ?? 0) },
  )
}
