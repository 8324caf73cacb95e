const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const step = 1024

/** Formats bytes in units of 1024, with one decimal below ten. */
export function byteText(bytes: number): string {
  let size = bytes
  let at = 0
  while (size >= step && at < units.length - 1) {
    size /= step
    at++
  }
  const written = at > 0 && size < 10 ? size.toFixed(1) : Math.round(size)
  return `${written} ${units[at] ?? ''}`
}
