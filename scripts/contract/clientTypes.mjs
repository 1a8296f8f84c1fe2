/** Types of a client, made from the document of the API by the published generator. */
import openapiTS, { astToString } from 'openapi-typescript'

/** The text of a TypeScript module; `document` is the OpenAPI document as JSON. */
export const typesOf = async (document) => astToString(await openapiTS(document))
