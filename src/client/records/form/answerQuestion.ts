import { confirmDialog } from '#src/client/components/ui/popups/confirm.ts'
import { ApiError } from '#src/client/platform/http/error.ts'
import { isObject } from '#src/client/platform/preference.ts'

/** Sends; a refusal that is a question is asked, and answered with yes sent again. A no leaves the refusal where it is. */
export async function answerQuestion<Answer>(
  send: (more: { readonly confirmed?: true }) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send({})
  } catch (error) {
    const isQuestion = error instanceof ApiError && isObject(error.data) && error.data.isQuestion === true
    if (!isQuestion || !(await confirmDialog({ text: error.message, intent: 'warning' }))) throw error
    return send({ confirmed: true })
  }
}
