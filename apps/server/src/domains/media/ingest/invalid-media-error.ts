/**
 * A video file that cannot become an asset. `message` is the reason as one plain Chinese clause that follows the file's
 * name in a report: 文件已损坏.
 */
export class InvalidMediaError extends Error {
  override readonly name = 'InvalidMediaError'
}
