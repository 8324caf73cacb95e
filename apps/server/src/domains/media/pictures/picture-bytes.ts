/** By its first bytes: what else the library could read, vector drawings above all, never reaches it. */
export function isPicture(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 12).toString('latin1')
  return (
    head.startsWith('\u00ff\u00d8\u00ff') || head.startsWith('\u0089PNG\r\n\u001a\n') || /^RIFF[^]{4}WEBP$/.test(head)
  )
}
