/** Reads codes from pictures beside the page: the only file that may compile WebAssembly, by a policy of its own. */
import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// The library fetches its program from a public host by default; here it comes from the bureau's own server.
prepareZXingModule({ overrides: { locateFile: () => wasm } })
// Labels of ours are QR codes; goods carry the codes of their makers.
const detector = new BarcodeDetector({
  formats: ['qr_code', 'code_128', 'data_matrix', 'ean_13', 'ean_8', 'upc_a', 'code_39'],
})

/** A picture to read; `place` comes back with the answer. */
export interface DecoderRequest {
  readonly place: number
  readonly picture: ImageBitmap
}
export interface DecoderAnswer {
  readonly place: number
  /** What the first code says; null when there is none. */
  readonly code: string | null
  readonly error: string | null
}

self.addEventListener('message', (event: MessageEvent<DecoderRequest>) => {
  const { place, picture } = event.data
  const answer = (code: string | null, error: string | null): void => {
    picture.close()
    self.postMessage({ place, code, error } satisfies DecoderAnswer)
  }
  detector.detect(picture).then(
    (codes) => answer(codes[0]?.rawValue ?? null, null),
    (error: unknown) => answer(null, String(error)),
  )
})
