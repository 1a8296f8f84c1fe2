import { sql } from 'kysely'
import type { Language } from '#src/define/messages.ts'
import type { UnitOfWork } from '#src/define/server.ts'

/** Names of the budget subjects by code. */
export async function subjectNames(unit: UnitOfWork, language: Language): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ value: string; label: string; labelEn: string }>`
    select value, label, label_en from shared_dictionary_entry where dictionary_key = 'budgetSubject'`.execute(unit.db)
  return new Map(rows.map((row) => [row.value, language === 'en' ? row.labelEn : row.label]))
}
