/** Pages outside the frame, each a document of its own: they alone may use the camera, so no link of the frame may take its document along. */
export const cameraPages = ['/scan', '/scan/stock'] as const

/** Pages outside the frame and without a sign-in: what they show they read with a token of their own. */
export const displayPages = ['/home1'] as const
