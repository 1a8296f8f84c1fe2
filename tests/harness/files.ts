import type { Answer, Client, TestApp } from './app.ts'

/** The smallest document that is a PDF by its content. */
export const tinyPdf = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

/** The smallest picture: one transparent pixel. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A PNG that says it is so large and is whole by its structure, without a single point in it. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(33)
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(head)
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return Buffer.concat([head, Buffer.from('0000000049454e44ae426082', 'hex')])
}

/** A multipart body with one file. */
export function multipart(name: string, content: Buffer): { payload: Buffer; headers: Record<string, string> } {
  const boundary = '----test-boundary-7c1f'
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Uploads a file as a person. */
export async function upload(
  app: TestApp,
  person: Client,
  name: string,
  content: Buffer,
): Promise<Answer<{ id: number }>> {
  const { payload, headers } = multipart(name, content)
  const token = await person.token()
  const raw = await app.app.inject({
    method: 'POST',
    url: '/api/system/file/',
    payload,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  return { status: raw.statusCode, ...raw.json<object>(), raw } as Answer<{ id: number }>
}

/** Uploads a small PDF and gives its id. */
export async function uploadPdf(app: TestApp, person: Client): Promise<number> {
  const answer = await upload(app, person, 'invoice.pdf', tinyPdf)
  if (answer.code !== 2000) throw new Error(`upload: ${answer.msg}`)
  return answer.data.id
}
