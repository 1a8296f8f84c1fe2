import type { RecordServer } from '#src/define/server.ts'
import { operationSentences } from '#src/define/services.ts'

/** Computed columns of the logs. */
export const logServers: Readonly<Record<string, RecordServer>> = {
  loginLog: {
    computed: {
      result: "case when r.success then 'success' else 'failure' end",
      browser: 'agent_browser(r.agent)',
      system: 'agent_system(r.agent)',
      hour: "extract(hour from r.at at time zone 'Asia/Shanghai')",
    },
  },
  operationLog: {
    computed: { endpoint: 'endpoint_of(r.method, r.path)', sentence: 'null' },
    // The same call side by side.
    orders: { sentence: 'endpoint_of(r.method, r.path)' },
    async complete(rows, unit, language) {
      const sentences = await unit.service(operationSentences).of(rows, language)
      return sentences.map((sentence) => ({ sentence }))
    },
  },
  frontendLog: { computed: { browser: 'agent_browser(r.agent)' } },
}
