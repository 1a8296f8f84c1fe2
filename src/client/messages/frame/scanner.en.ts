import type { MessageTree } from '#src/define/messages.ts'

/** Reading codes with the camera or from a photo. */
export default {
  camera: 'Scan with camera',
  cameraStop: 'Stop camera',
  cameraRefused: 'The camera is not available ({0}). Take a photo or enter it by hand.',
  cameraInsecure: 'without HTTPS browsers give no access to it',
  photoOfLabel: 'Photograph label',
  noCodeInPhoto: 'No code found in the photo: move closer or type the number',
} satisfies MessageTree
