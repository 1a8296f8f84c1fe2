import type { MessageTree } from '#src/define/messages.ts'

/** Reading codes with the camera or from a photo. */
export default {
  camera: '摄像头扫码',
  cameraStop: '关闭摄像头',
  cameraRefused: '无法使用摄像头（{0}）。请改用拍照或手工录入。',
  cameraInsecure: '非HTTPS访问，浏览器不开放摄像头',
  photoOfLabel: '拍摄标签',
  noCodeInPhoto: '照片中未识别到二维码，请靠近重拍或输入编号',
} satisfies MessageTree
