import type { RecordServer } from '#src/define/server.ts'

const FIRST_LINK = '(select min(l.created_at) from file_link l where l.file_id = r.id)'

/** Computed columns of the files. */
export const fileServer: RecordServer = {
  words: 2,
  computed: {
    kilobytes: 'ceil(r.size / 1024.0)',
    megabytes: 'r.size / 1048576.0',
    sizeBand:
      "case when r.size < 1048576 then 'small' when r.size < 5242880 then 'medium' when r.size < 10485760 then 'large' else 'huge' end",
    biz: `coalesce((select l.record from file_link l where l.file_id = r.id and l.created_at = ${FIRST_LINK} limit 1), 'orphan')`,
    ticketId: "(select min(l.record_id) from file_link l where l.file_id = r.id and l.record = 'ticket')",
    refCount: '(select count(*) from file_link l where l.file_id = r.id)',
    digest: 'left(r.hash, 12)',
    month: "to_char(r.created_at at time zone 'Asia/Shanghai', 'YYYY-MM')",
  },
}
