import type { FormData } from '#src/fields/field.ts'
import type { Problems } from '../problem.ts'
import type { ApplicationServer, FormContext } from '../server.ts'
import { type AllowedSubjects, claimForms } from '../services.ts'

/** What a type of claim says of itself. */
interface OwnClaim {
  /** What it asks for, in yuan, out of the form (FIN-01). */
  readonly amount: (form: FormData) => string
  /** Subjects it may charge; any when absent. */
  readonly allowed?: AllowedSubjects
  /** Rules of its own, asked once the line is right. */
  readonly check?: (form: FormData, context: FormContext, amount: string) => Promise<Problems>
}

const isFaulty = (problems: Problems): boolean => Object.keys(problems).length > 0

/** The server part of a claim on a budget line: the rules all of them share (21) around its own. */
export function claimServer(own: OwnClaim): ApplicationServer {
  const of = ({ unit }: FormContext) => unit.service(claimForms)
  return {
    defaults: (context) => of(context).defaults(context),
    async compute(form, context) {
      const amount = own.amount(form)
      return { ...form, amount, ...(await of(context).shown(form, context, amount)) }
    },
    async check(form, context) {
      const forms = of(context)
      const onLine = await forms.checkLine(form, context, own.allowed)
      if (isFaulty(onLine) || typeof form.budgetLineId !== 'number') return onLine
      const amount = own.amount(form)
      const found = (await own.check?.(form, context, amount)) ?? {}
      return isFaulty(found) ? found : forms.checkProof(form, context, amount)
    },
    warnings: (form, context) => of(context).warnings(form, context, own.amount(form)),
    panel: (form, context) => of(context).panel(form, context, own.amount(form)),
    reversal: (form, context) => of(context).reversal(form, context),
    checkDecision: (event, context) => of(context).checkDecision(event, context),
  }
}
