import type { SourceStatement } from './statementTexts.ts'

interface Sender {
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }>
}

/**
 * Plans texts in turn until one succeeds; gives what the database says otherwise. All in one call: a statement can have
 * hundreds of texts. `texts` has places as parameters, `nulls` the same with nulls, for a value whose type cannot be
 * told. An unknown table or column says more than how places were filled.
 */
const PLAN_FAILURE = `
create or replace function pg_temp.plan_failure(texts text[], nulls text[]) returns text language plpgsql as $plan$
declare
  named text;
  other text;
  code text;
  said text;
  tried text;
begin
  for place in 1 .. cardinality(texts) loop
    foreach tried in array array[texts[place], nulls[place]] loop
      begin
        execute 'prepare planned as ' || tried;
        deallocate planned;
        return null;
      exception when others then
        get stacked diagnostics code = returned_sqlstate, said = message_text;
        if code in ('42P01', '42703') then named := coalesce(named, said); else other := coalesce(other, said); end if;
        exit when code not in ('42P18', '42P08', '42725');
      end;
    end loop;
  end loop;
  return coalesce(named, other);
end
$plan$`

function numbered(text: string): string {
  let place = 0
  return text.replaceAll('$V', () => {
    place += 1
    return `$${place}`
  })
}

async function failureOf(sender: Sender, variants: readonly string[]): Promise<string | null> {
  const texts = variants.map(numbered)
  const nulls = variants.map((text) => text.replaceAll('$V', 'null'))
  const { rows } = await sender.query<{ message: string | null }>('select pg_temp.plan_failure($1, $2) as message', [
    texts,
    nulls,
  ])
  return rows[0]?.message ?? null
}

export interface PlanFault {
  readonly path: string
  readonly line: number
  readonly message: string
}

/** Statements of which no variant is planned, each with what the database says. `sender` is one connection. */
export async function planFaults(
  sender: Sender,
  statements: readonly SourceStatement[],
): Promise<readonly PlanFault[]> {
  await sender.query(PLAN_FAILURE)
  const faults: PlanFault[] = []
  for (const { path, line, variants } of statements) {
    const message = await failureOf(sender, variants)
    if (message !== null) faults.push({ path, line, message })
  }
  return faults
}
