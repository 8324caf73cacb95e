/**
 * Checks the first bytes, so that other formats that the library supports, vector graphics above all, never reach it.
 */
export function isSupportedImage(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString('latin1')
  return (
    head.startsWith('\u00ff\u00d8\u00ff') || head.startsWith('\u0089PNG\r\n\u001a\n') || /^RIFF[^]{4}WEBP$/.test(head)
  )
}
